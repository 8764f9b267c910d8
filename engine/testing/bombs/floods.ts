import type { RequestListener, ServerResponse } from 'node:http';

/** Bytes of a mebibyte. */
export const MIB = 2 ** 20;

/** The codes of a call whose answer is more than it may be. */
export const LIMITED = ['LIMIT_ERROR'];

/** Writes a piece again and again, up to some MiB, as fast as it is read. */
export async function pour(response: ServerResponse, piece: string, mebibytes: number): Promise<void> {
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  for (let sent = 0; sent < mebibytes * MIB && !response.destroyed; sent += block.length)
    if (!response.write(block))
      await new Promise<void>((resolve) => {
        const next = (): void => {
          response.off('drain', next).off('close', next);
          resolve();
        };
        response.on('drain', next).on('close', next);
      });
  response.end();
}

/** Answers every request with a piece, again and again. */
export function serveFlood(type: string, piece: string, mebibytes: number, head = ''): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type });
    response.write(head);
    void pour(response, piece, mebibytes);
  };
}

/** Answers every request with one text. */
export function serveText(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

/** So many empty lists in one. */
export function lists(count: number): string {
  return `[${'[],'.repeat(count - 1)}[]]`;
}
