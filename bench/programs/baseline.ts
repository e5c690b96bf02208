import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** What a plain program would do at least: read the lines of a file, and call JSON.parse on each. */
let records = 0;
for await (const line of createInterface({ input: createReadStream(String(process.argv[2])) })) {
  JSON.parse(line);
  records++;
}
console.log(records);
