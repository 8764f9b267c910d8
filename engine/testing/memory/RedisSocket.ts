import { connect, type Socket } from 'node:net';

/** What Redis answers; an error is one. */
export type RedisReply = string | number | null | Error | readonly RedisReply[];

/** One connection to Redis, in its own protocol (RESP2). */
export class RedisSocket {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #waiting: { resolve: (reply: RedisReply) => void; reject: (error: Error) => void }[] = [];

  constructor(path: string) {
    this.#socket = connect(path);
    this.#socket.on('data', (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#take();
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('Redis has closed the connection')));
  }

  /** Sends commands one after the other. */
  send(commands: readonly (readonly string[])[]): Promise<readonly RedisReply[]> {
    return Promise.all(
      commands.map((command) => {
        const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
        this.#socket.write(`*${command.length}\r\n${parts.join('')}`);
        return new Promise<RedisReply>((resolve, reject) => this.#waiting.push({ resolve, reject }));
      }),
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #take(): void {
    for (let read = readReply(this.#bytes, 0); read !== null; read = readReply(this.#bytes, 0)) {
      this.#bytes = this.#bytes.subarray(read.end);
      this.#waiting.shift()?.resolve(read.reply);
    }
  }
}

/** The reply that begins at a byte, and where it ends; null when it has not come whole. */
function readReply(bytes: Buffer, start: number): { readonly reply: RedisReply; readonly end: number } | null {
  const line = bytes.indexOf('\r\n', start);
  if (line === -1) return null;
  const text = bytes.toString('utf8', start + 1, line);
  const end = line + 2;
  switch (bytes.toString('latin1', start, start + 1)) {
    case '+':
      return { reply: text, end };
    case '-':
      return { reply: new Error(text), end };
    case ':':
      return { reply: Number(text), end };
    case '$': {
      const size = Number(text);
      if (size === -1) return { reply: null, end };
      return bytes.length < end + size + 2
        ? null
        : { reply: bytes.toString('utf8', end, end + size), end: end + size + 2 };
    }
    default:
      return readList(bytes, end, Number(text));
  }
}

function readList(
  bytes: Buffer,
  start: number,
  count: number,
): { readonly reply: RedisReply; readonly end: number } | null {
  if (count === -1) return { reply: null, end: start };
  const replies: RedisReply[] = [];
  let end = start;
  for (let i = 0; i < count; i += 1) {
    const read = readReply(bytes, end);
    if (read === null) return null;
    replies.push(read.reply);
    end = read.end;
  }
  return { reply: replies, end };
}
