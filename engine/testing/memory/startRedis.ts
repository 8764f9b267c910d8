import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveLoopback } from '../serving/serveLoopback.ts';
import { type RedisReply, RedisSocket } from './RedisSocket.ts';
import { type Started, startServer } from './startServer.ts';

/** A Redis for one test, behind the REST interface of Upstash. */
export interface RestRedis {
  readonly url: string;
  readonly token: string;
  /** Commands past the bridge. */
  readonly send: (...commands: readonly (readonly string[])[]) => Promise<readonly RedisReply[]>;
  readonly stop: () => Promise<void>;
}

const TOKEN = 'token-of-the-bridge';

/** Starts Redis and a bridge to it, on free ports of this machine alone. */
export async function startRedis(): Promise<Started<RestRedis>> {
  const started = await startServer(
    'redis-server',
    (folder) => ['--port', '0', '--unixsocket', socketOf(folder), '--save', '', '--appendonly', 'no', '--dir', folder],
    async (folder) => {
      const socket = new RedisSocket(socketOf(folder));
      const [pong] = await socket.send([['PING']]).finally(() => socket.close());
      return pong === 'PONG';
    },
  );
  if (!started.ok) return started;
  const { server: redis } = started;
  const socket = new RedisSocket(socketOf(redis.folder));
  const bridge = await serveLoopback((request, response) => void answer(socket, request, response));
  return {
    ok: true,
    server: {
      url: bridge.url,
      token: TOKEN,
      send: (...commands) => socket.send(commands),
      stop: async () => {
        await bridge.close();
        socket.close();
        await redis.stop();
      },
    },
  };
}

function socketOf(folder: string): string {
  return `${folder}/redis.sock`;
}

/** `/` takes one command, `/pipeline` several, `/multi-exec` several as one transaction; answers are `{result}` or `{error}`. */
async function answer(socket: RedisSocket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization, content-type');
  response.setHeader('content-type', 'application/json');
  const end = (status: number, body: unknown): void => void response.writeHead(status).end(JSON.stringify(body));
  if (request.method === 'OPTIONS') return end(200, null);
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return end(401, { error: 'WRONGPASS invalid password' });
  const body = JSON.parse(await text(request)) as unknown;
  if (request.url === '/') {
    const [reply] = await socket.send([toCommand(body)]);
    return end(reply instanceof Error ? 400 : 200, toAnswer(reply));
  }
  const commands = (body as unknown[]).map(toCommand); // What the interface asks for.
  if (request.url === '/pipeline') return end(200, (await socket.send(commands)).map(toAnswer));
  if (request.url !== '/multi-exec') return end(404, { error: 'no such path' });
  const replies = await socket.send([['MULTI'], ...commands, ['EXEC']]);
  const last = replies.at(-1);
  return end(Array.isArray(last) ? 200 : 400, Array.isArray(last) ? last.map(toAnswer) : toAnswer(last));
}

function toCommand(value: unknown): readonly string[] {
  return (value as unknown[]).map(String); // A list of texts and numbers.
}

function toAnswer(reply: RedisReply | undefined): { readonly result: unknown } | { readonly error: string } {
  return reply instanceof Error ? { error: reply.message } : { result: reply ?? null };
}
