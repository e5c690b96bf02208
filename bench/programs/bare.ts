import { loadChartItem, loadTokenRecord, saveTokenRecord } from "../../lib/dynamodb.ts";

const record = {
  id: "bare",
  fingerprint: "0".repeat(64),
  admin: false,
  issuedAt: 1_700_000_000,
  expiresAt: 1_700_003_600,
};

/** What the handlers ask the document client for, and nothing around it. */
export const saveRecord = async () => saveTokenRecord(record);

export const loadBoth = async (id: string, guid: string) => Promise.all([loadTokenRecord(id), loadChartItem(guid)]);
