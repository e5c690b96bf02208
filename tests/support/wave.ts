/** Makes silence: a WAV file of 8,000 samples a second, of one byte each. */
export function makeWave(seconds: number): Buffer {
  const rate = 8_000;
  const file = Buffer.alloc(44 + seconds * rate, 0x80);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, seconds * rate],
  ] as const)
    file.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, offset);
  file.write("data", 36);
  return file;
}
