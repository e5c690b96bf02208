import { rejectedToken } from "../../lib/admin-token.ts";
import type { Table } from "../../lib/table.ts";
import { CommandError } from "../shell/command.ts";
import { withConnection } from "../shell/connection.ts";
import { sendRequest } from "../shell/http.ts";
import { IS_PACKAGED } from "../shell/names.ts";
import { findService, type NamedService } from "../shell/service.ts";
import type { Target } from "../shell/target.ts";

/** The two ways to the same charts. */
interface Ways<T> {
  ask(service: NamedService): Promise<T>;
  read(charts: Table): Promise<T>;
}

/**
 * Asks the service at a URL. Without one, the package, which has no local service, reads the stage's table. A checkout does
 * so for each stage but `dev`. For that, it asks the local service or, if that does not answer, reads the table; and says
 * which.
 */
export async function askOrRead<T>(target: Target & { readonly url?: string }, { ask, read }: Ways<T>): Promise<T> {
  if (target.url !== undefined) return ask(findService(target.url));
  if (IS_PACKAGED || target.stage !== "dev") return withConnection(target, ({ charts }) => read(charts));
  const service = findService();
  const { url } = service;
  if (!(await isThisService(url)))
    return withConnection(target, ({ charts, place }) => {
      console.error(`npm start does not answer at ${url}. Reading from ${charts.name} in ${place}.`);
      return read(charts);
    });
  console.error(`Asking the service at ${url}.`);
  return ask(service);
}

/**
 * Checks whether what answers at a URL is this service: it refuses a request for a chart without a token, in its own
 * words. A stranger thus gets no key.
 */
async function isThisService(url: string): Promise<boolean> {
  const { statusCode, message } = rejectedToken();
  try {
    const { status, body } = await sendRequest(`${url}/charts`, { method: "POST" });
    return status === statusCode && body === JSON.stringify({ error: message });
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
