import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import jsonwebtoken from "jsonwebtoken";
import { loadDeclaredTables } from "../local/declared-tables.ts";
import { LOCAL_CREDENTIALS } from "../local/defaults.ts";
import type { Answer } from "./client.ts";
import { requireAnswer } from "./expectation.ts";
import type { Service } from "./service.ts";

const LIFETIME = 3_600;

const computeSha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What the table of tokens has, against what the service issued. */
export interface RecordCounts {
  readonly issued: number;
  readonly "on record": number;
  /** Issued, and not on record, or not as it should be. */
  readonly missing: number;
  /** On record, and not issued. */
  readonly extra: number;
}

/** All tokens that the service has issued, as the table of tokens has to have them. */
export class Issued {
  /** The newest admin token. */
  adminToken = "";
  readonly #records = new Map<string, object>();
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** @throws Error if an answer has no token, or one that is not exactly what it has to be */
  take(answer: Answer, isAdmin: boolean): void {
    requireAnswer(answer, 200, undefined);
    const { secretKey, publicKey } = this.#service;
    const { token, ...others } = JSON.parse(answer.body.toString());
    const claims = jsonwebtoken.verify(token, secretKey, { algorithms: ["HS256"] });
    if (typeof claims === "string") throw new Error(`a payload that is text: ${claims}`);
    const { s, iat = 0 } = claims;
    const expected = { s, d: "1h", iat, exp: iat + LIFETIME, ...(isAdmin && { a: true }) };
    if (Object.keys(others).length > 0 || !isDeepStrictEqual(claims, expected))
      throw new Error(`the claims ${JSON.stringify(claims)}`);
    if (this.#records.has(s)) throw new Error(`the id ${s} for the second time`);
    this.#records.set(s, {
      id: s,
      fingerprint: computeSha256(token),
      admin: isAdmin,
      ...(isAdmin && { publicKey: computeSha256(publicKey) }),
      issuedAt: iat,
      expiresAt: iat + LIFETIME,
    });
    if (isAdmin) this.adminToken = token;
  }

  /** Compares the table of tokens with what was issued, record by record. */
  async loadRecordCounts(): Promise<RecordCounts> {
    const { endpoint } = this.#service;
    const region = "us-east-1";
    const client = new DynamoDBClient({ endpoint, region, credentials: LOCAL_CREDENTIALS });
    const { TokensTable } = await loadDeclaredTables("dev");
    const missing = new Map(this.#records);
    let count = 0;
    let extra = 0;
    const pages = paginateScan(
      { client: DynamoDBDocumentClient.from(client) },
      { TableName: TokensTable?.Properties.TableName, ConsistentRead: true },
    );
    for await (const { Items = [] } of pages) {
      for (const record of Items) {
        count++;
        if (!this.#records.has(record.id)) extra++;
        else if (isDeepStrictEqual(record, this.#records.get(record.id))) missing.delete(record.id);
      }
    }
    client.destroy();
    return { issued: this.#records.size, "on record": count, missing: missing.size, extra };
  }
}
