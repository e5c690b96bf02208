import type { Answer } from "../api.ts";

/** Lets players on any web page read the answer. Without credentials, this gives no page what others can't get. */
export const ANY_ORIGIN = { "Access-Control-Allow-Origin": "*" };

/** The answer to a browser that asks whether a page may send a request (Fetch, "CORS-preflight request"). */
export const PREFLIGHT: Answer = {
  statusCode: 204,
  headers: {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type, episodeguid, exp",
    "Access-Control-Max-Age": "86400",
  },
};
