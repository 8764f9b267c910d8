import type { IncomingMessage } from 'node:http';
import { Problem } from './Problem.ts';

/** All of a request's body, at most `most` bytes. Rejects with a {@link Problem}. */
export async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array> {
  const tooLarge = (): Problem =>
    new Problem(
      'TOO_LARGE',
      `What was sent is larger than ${Math.ceil(most / 1024)} KiB. Split it into several files.`,
    );
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > most) throw tooLarge();
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('BAD_REQUEST', 'The request ended early.', error);
  }
  return Buffer.concat(chunks);
}
