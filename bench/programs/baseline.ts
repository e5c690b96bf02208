import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

// The least work of any importer: reads the lines of a file, and calls JSON.parse on each.
let records = 0;
for await (const line of createInterface({ input: createReadStream(String(process.argv[2])) })) {
  JSON.parse(line);
  records++;
}
console.log(records);
