import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A text file as it is now, in chunks; null: nothing. Rejects with what the system says. */
export async function* readChunks(file: string | null): AsyncIterable<string> {
  if (file === null) return;
  const { size } = await stat(file);
  if (size === 0) return;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: size - 1 })) yield String(chunk);
}
