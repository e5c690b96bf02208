import { createHash, createHmac } from "node:crypto";
import http from "node:http";
import https from "node:https";

const endpoint = new URL(
  process.env.AWS_ENDPOINT_URL_DYNAMODB ?? `https://dynamodb.${process.env.AWS_REGION}.amazonaws.com`,
);
const { request: send, Agent } = endpoint.protocol === "https:" ? https : http;
const agent = new Agent({ keepAlive: true });
const { AWS_REGION: region = "", AWS_ACCESS_KEY_ID: id = "", AWS_SECRET_ACCESS_KEY: secret = "" } = process.env;

export const hash = (data: string) => createHash("sha256").update(data).digest("hex");
export const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/**
 * Calls DynamoDB with the least work: signs (Signature Version 4) and sends a request, without retries,
 * time-outs or checks. For the benchmark only.
 */
export async function callDynamoDB(
  operation: string,
  input: object,
): Promise<Record<string, Record<string, Record<string, string>>>> {
  const body = JSON.stringify(input);
  const date = `${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const headers: Record<string, string> = {
    "content-type": "application/x-amz-json-1.0",
    host: endpoint.host,
    "x-amz-date": date,
    "x-amz-target": `DynamoDB_20120810.${operation}`,
  };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const scope = `${date.slice(0, 8)}/${region}/dynamodb/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash(`POST\n/\n\n${lines.join("")}\n${names}\n${hash(body)}`)}`;
  const key = scope.split("/").reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${secret}`);
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, text).toString("hex")}`;
  headers["content-length"] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const sent = send(endpoint, { method: "POST", headers, agent }, (response) => {
      let json = "";
      response.setEncoding("utf8");
      response.on("data", (part) => (json += part)).on("end", () => resolve(JSON.parse(json)));
    });
    sent.on("error", reject).end(body);
  });
}
