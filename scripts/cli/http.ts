/** What a server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed. */
  readonly body: string;
}

const TIMEOUT_MS = 15_000;

export async function sendRequest(url: string, init: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
