/** A connection to a browser by WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
export interface BiDi {
  /** Sends a command, and returns its result. @throws Error if the browser answers with an error */
  send(method: string, params?: object): Promise<Result>;
}

/** What the driver reads of results. */
interface Result {
  readonly contexts: readonly { readonly context: string }[];
  readonly context: string;
  readonly result: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** A message of the browser: the answer to a command, or an event. */
interface Message {
  readonly id?: number;
  readonly result: Result;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params: object;
}

/** Connects to a browser that listens, and begins a session. @param onEvent gets the parameters of each event */
export async function connect(url: string, onEvent: (params: object) => void): Promise<BiDi> {
  const socket = new WebSocket(`${url}/session`);
  const waiting = new Map<number, (message: Message) => void>();
  let sent = 0;
  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.id === undefined) onEvent(message.params);
    else waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const send = async (method: string, params: object = {}) => {
    const id = ++sent;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
  await send("session.new", { capabilities: {} });
  return { send };
}
