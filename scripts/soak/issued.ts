import { createHash, createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import jsonwebtoken from "jsonwebtoken";
import type { Service } from "./service.ts";

const LIFETIME = 3_600;

/** All tokens that the service has issued, as the table of tokens must have them. */
export class Issued {
  /** The newest admin token. */
  adminToken = "";
  readonly #records = new Map<string, object>();
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** @throws Error if the answer's body is anything but a token with the claims that it must have */
  add(body: string, isAdmin: boolean): void {
    const { secretKey, publicKey } = this.#service;
    const { token, ...others } = JSON.parse(body);
    const claims = jsonwebtoken.verify(token, secretKey, { algorithms: ["HS256"] });
    const { s = "", iat = 0 } = typeof claims === "string" ? {} : claims;
    const expected = { s, d: "1h", iat, exp: iat + LIFETIME, ...(isAdmin && { a: true }) };
    if (Object.keys(others).length > 0 || !isDeepStrictEqual(claims, expected) || this.#records.has(s))
      throw new Error(`the claims ${JSON.stringify(claims)}`);
    this.#records.set(s, {
      id: s,
      fingerprint: createHash("sha256").update(token).digest("hex"),
      admin: isAdmin,
      ...(isAdmin && { publicKey: createHmac("sha256", secretKey).update(publicKey).digest("hex") }),
      issuedAt: iat,
      expiresAt: iat + LIFETIME,
    });
    if (isAdmin) this.adminToken = token;
  }

  /**
   * Compares the table of tokens with what was issued, record by record.
   *
   * @returns how many tokens were issued, how many are on record, and how many records are missing, wrong or unknown
   */
  async compareRecords(): Promise<{ issued: number; "on record": number; wrong: number }> {
    const client = new DynamoDBClient();
    const input = { TableName: this.#service.tokensTable, ConsistentRead: true };
    const records: Record<string, unknown>[] = [];
    for await (const page of paginateScan({ client: DynamoDBDocumentClient.from(client) }, input))
      records.push(...(page.Items ?? []));
    client.destroy();
    const right = records.filter((record) => isDeepStrictEqual(record, this.#records.get(String(record.id)))).length;
    const wrong = this.#records.size - right + (records.length - right);
    return { issued: this.#records.size, "on record": records.length, wrong };
  }
}
