import { isJsonObject, type Json } from '../../../base/index.ts';
import { fail } from '../../outcome.ts';
import { readMessage } from '../inmemory/InMemoryThreads.ts';
import { broken, MemoryFault, misconfigured } from '../MemoryFault.ts';
import type { KeptMessage, KeptThread, ThreadStore, ThreadSummary } from '../stores.ts';
import { type JsonServer, refused, sendJson } from './callJson.ts';

/**
 * Keys of a memory, all with the prefix `signalbox:<id>`: `:threads` is the set of its threads; of each thread
 * `:thread:<id>` is a hash of when it was written and its working memory, `:messages:<id>` the list of its messages, and
 * `:index:<id>` a hash of the places of its messages by id, and of the writes that were made.
 */
const keysOf = (prefix: string, threadId: string): [string, string, string, string] => [
  `${prefix}:threads`,
  `${prefix}:thread:${threadId}`,
  `${prefix}:messages:${threadId}`,
  `${prefix}:index:${threadId}`,
];

/** Every write is a script, so that it is whole or not at all, and asks first whether it was made. */
const BEGIN = `
if redis.call('HEXISTS', KEYS[4], 'done:' .. ARGV[1]) == 1 then return 0 end
redis.call('HSET', KEYS[4], 'done:' .. ARGV[1], '1')`;

const TOUCH = `
redis.call('SADD', KEYS[1], ARGV[2])
redis.call('HSETNX', KEYS[2], 'created', ARGV[3])
redis.call('HSET', KEYS[2], 'updated', ARGV[3])`;

const APPEND = `${BEGIN}${TOUCH}
for i = 4, #ARGV, 2 do
  local length = redis.call('RPUSH', KEYS[3], ARGV[i + 1])
  redis.call('HSET', KEYS[4], 'id:' .. ARGV[i], length - 1)
end
return 1`;

const WORK = `${BEGIN}${TOUCH}
redis.call('HSET', KEYS[2], 'work', ARGV[4])
return 1`;

const CLEAR = `
if redis.call('HEXISTS', KEYS[4], 'done:' .. ARGV[1]) == 1 then return 0 end
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
redis.call('SREM', KEYS[1], ARGV[2])
redis.call('HSET', KEYS[4], 'done:' .. ARGV[1], '1')
return 1`;

/** The threads of `upstash:redis`, over its REST interface. */
export function createRedisThreads(server: JsonServer, memory: string): ThreadStore {
  // Encoded, so that no id reads like another and a part of its keys.
  const prefix = `signalbox:${encodeURIComponent(memory)}`;
  const redis = createCommands(server);
  const run = async (script: string, threadId: string, args: readonly string[]): Promise<void> => {
    await redis.one(['EVAL', script, 4, ...keysOf(prefix, threadId), ...args]);
  };
  return {
    read: async (threadId, count) => {
      const [, thread, messages] = keysOf(prefix, threadId);
      const [fields, found] = await redis.atOnce([
        ['HMGET', thread, 'created', 'updated', 'work'],
        count === 0 ? ['LRANGE', messages, 1, 0] : ['LRANGE', messages, count === null ? 0 : -count, -1],
      ]);
      return toThread(server, fields ?? null, found ?? null);
    },
    find: async (places) => {
      if (places.length === 0) return [];
      const found = await redis.atOnce(
        places.map(({ threadId, id }) => ['HGET', keysOf(prefix, threadId)[3], `id:${id}`]),
      );
      const known = places.flatMap(({ threadId }, index) => {
        const at = found[index];
        return typeof at === 'string' ? [{ index, command: ['LINDEX', keysOf(prefix, threadId)[2], at] }] : [];
      });
      const texts = known.length === 0 ? [] : await redis.atOnce(known.map(({ command }) => command));
      const messages = new Map(known.map(({ index }, at) => [index, texts[at] ?? null]));
      return places.map((_place, index) => {
        const text = messages.get(index);
        return typeof text === 'string' ? parseMessage(text) : null;
      });
    },
    has: async (threadId, key) => (await redis.one(['HEXISTS', keysOf(prefix, threadId)[3], `done:${key}`])) === 1,
    append: (threadId, { key, at, messages }) =>
      run(APPEND, threadId, [key, threadId, at, ...messages.flatMap((each) => [each.id, JSON.stringify(each)])]),
    work: (threadId, { key, at, text }) => run(WORK, threadId, [key, threadId, at, text]),
    clear: (threadId, { key }) => run(CLEAR, threadId, [key, threadId]),
    list: async () => {
      const threadIds = toTexts(await redis.one(['SMEMBERS', `${prefix}:threads`]));
      return listThreads(redis, prefix, threadIds);
    },
    removeAll: async () => {
      const threadIds = toTexts(await redis.one(['SMEMBERS', `${prefix}:threads`]));
      const keys = threadIds.flatMap((threadId) => keysOf(prefix, threadId).slice(1));
      await redis.one(['DEL', `${prefix}:threads`, ...keys]);
    },
  };
}

async function listThreads(
  redis: Commands,
  prefix: string,
  threadIds: readonly string[],
): Promise<readonly ThreadSummary[]> {
  if (threadIds.length === 0) return [];
  const found = await redis.atOnce(
    threadIds.flatMap((threadId) => {
      const [, thread, messages] = keysOf(prefix, threadId);
      return [
        ['HMGET', thread, 'created', 'updated'],
        ['LLEN', messages],
      ];
    }),
  );
  const summaries = threadIds.flatMap((threadId, index): readonly ThreadSummary[] => {
    const [createdAt, updatedAt] = toTexts(found[index * 2] ?? null);
    const messageCount = found[index * 2 + 1];
    const isThere = createdAt !== undefined && updatedAt !== undefined && typeof messageCount === 'number';
    return isThere ? [{ threadId, createdAt, updatedAt, messageCount }] : [];
  });
  return summaries.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
}

type Command = readonly (string | number)[];

/** Redis as its REST interface takes it: one command, or several as one transaction. */
interface Commands {
  readonly one: (command: Command) => Promise<Json>;
  readonly atOnce: (commands: readonly Command[]) => Promise<readonly Json[]>;
}

function createCommands(server: JsonServer): Commands {
  return {
    one: async (command) => resultOf(server, await post(server, '/', command)),
    atOnce: async (commands) => {
      const answers = await post(server, '/multi-exec', commands);
      if (!Array.isArray(answers)) return [resultOf(server, answers)];
      return answers.map((answer: Json) => resultOf(server, answer));
    },
  };
}

/** What Redis itself refuses comes with a status of 400 and its own words. */
async function post(server: JsonServer, path: string, body: Json): Promise<Json> {
  const answer = await sendJson(server, 'POST', path, body);
  if (answer.ok) return answer.body;
  if (answer.status === 400) resultOf(server, answer.body);
  throw refused(server, { method: 'POST', path }, answer);
}

function resultOf(server: JsonServer, answer: Json): Json {
  if (isJsonObject(answer)) {
    if (typeof answer['error'] === 'string') throw refusedByRedis(server, answer['error']);
    if ('result' in answer) return answer['result'] ?? null;
  }
  const message = `${server.who} answers with something that is not Redis over REST. Check storage.config.url: it is the REST address, which begins with https://.`;
  throw misconfigured('not_redis', message);
}

function refusedByRedis({ who }: JsonServer, said: string): Error {
  if (/^OOM\b|max.*(?:memory|storage|database size)/i.test(said)) {
    return broken('quota', `${who} is full, and nothing was added: ${said}. Make room there and run again.`);
  }
  return broken('refused', `${who} refuses a command: ${said}`);
}

/** How many messages of a thread are read: a server may answer with any number, whatever it is asked for. */
const MOST_MESSAGES = 50_000;

function toThread({ who }: JsonServer, fields: Json, found: Json): KeptThread {
  if (Array.isArray(found) && found.length > MOST_MESSAGES) {
    const message = `${who} has more than ${MOST_MESSAGES} messages in this thread, which is more than can be read. Begin another one, or clear it.`;
    throw new MemoryFault(
      fail('LIMIT_ERROR', message, { type: 'memory', reason: 'too_many_messages', limit: MOST_MESSAGES }),
    );
  }
  const [createdAt, updatedAt, workingMemory] = Array.isArray(fields) ? (fields as readonly Json[]) : [];
  return {
    messages: toTexts(found).map(parseMessage),
    createdAt: typeof createdAt === 'string' ? createdAt : null,
    updatedAt: typeof updatedAt === 'string' ? updatedAt : null,
    workingMemory: typeof workingMemory === 'string' ? workingMemory : null,
  };
}

function toTexts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function parseMessage(text: string): KeptMessage {
  let value: Json = text;
  try {
    value = JSON.parse(text) as Json; // What JSON.parse makes is JSON.
  } catch {
    // A text that is no JSON is refused as it is.
  }
  return readMessage(value);
}
