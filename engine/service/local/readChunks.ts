import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** A text file as it is now, in chunks. Rejects with what the system says, before the first chunk is asked for. */
export async function readChunks(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file, 'r');
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('It is not a file.');
    return readUpTo(file, found.size);
  } finally {
    await handle.close();
  }
}

async function* readUpTo(file: string, size: number): AsyncIterable<string> {
  if (size === 0) return;
  for await (const chunk of createReadStream(file, { encoding: 'utf8', end: size - 1 })) yield String(chunk);
}
