import { createHash, createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import jsonwebtoken from "jsonwebtoken";
import type { Service } from "./service.ts";

/** EXPIRES_IN of the service, in seconds. */
const LIFETIME = 3_600;

/** The records that the table of tokens must contain. */
export class IssuedTokens {
  /** The newest admin token. */
  adminToken = "";
  readonly #records = new Map<string, object>();
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /**
   * Adds the token in the body of a response.
   *
   * @throws Error if the body has other members, or if the token is not new or has wrong claims
   */
  add(body: string, isAdmin: boolean): void {
    const { secretKey, publicKey } = this.#service;
    const { token, ...others } = JSON.parse(body);
    const claims = jsonwebtoken.verify(token, secretKey, { algorithms: ["HS256"] });
    const { s = "", iat = 0 } = typeof claims === "string" ? {} : claims;
    const expected = { s, d: "1h", iat, exp: iat + LIFETIME, ...(isAdmin && { a: true }) };
    if (Object.keys(others).length > 0 || !isDeepStrictEqual(claims, expected) || this.#records.has(s))
      throw new Error(`The answer must be a new token with the right claims, not one with ${JSON.stringify(claims)}.`);
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
   * Compares the table of tokens with the issued tokens, record by record.
   *
   * @returns the number of tokens issued, of records, and of records that are missing, wrong or unknown
   */
  async compareRecords(): Promise<{ issued: number; "on record": number; wrong: number }> {
    const client = new DynamoDBClient();
    const input = { TableName: this.#service.tokensTable, ConsistentRead: true };
    const records: Record<string, unknown>[] = [];
    for await (const page of paginateScan({ client: DynamoDBDocumentClient.from(client) }, input))
      records.push(...(page.Items ?? []));
    client.destroy();
    const right = records.filter((record) => isDeepStrictEqual(record, this.#records.get(String(record.id)))).length;
    const unknown = records.filter(({ id }) => !this.#records.has(String(id))).length;
    const wrong = this.#records.size - right + unknown;
    return { issued: this.#records.size, "on record": records.length, wrong };
  }
}
