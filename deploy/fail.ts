/** Ends the process with a message, without the framework's report on its own environment. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
