import { expect, test } from 'vitest';
import type { JsonObject } from '../../../base/index.ts';
import { MEMORY_CONTRACT } from '../../../testing/memory/contract.ts';
import { MemoryLab } from '../../../testing/memory/MemoryLab.ts';
import { answerQuestion } from '../answerQuestion.ts';
import { createMemoryHome } from '../MemoryHome.ts';
import type { StateFolder } from '../StateFolder.ts';

/** A folder in memory that can fill up, or die in the middle of a write. */
class FakeFolder implements StateFolder {
  readonly name = 'state';
  readonly files = new Map<string, string>();
  isFull = false;

  readonly read = async (name: string): Promise<string | null> => this.files.get(name) ?? null;
  readonly append = async (name: string, text: string): Promise<void> => {
    this.#check();
    this.files.set(name, (this.files.get(name) ?? '') + text);
  };
  readonly replace = async (name: string, text: string): Promise<void> => {
    this.#check();
    this.files.set(name, text);
  };
  readonly list = async (): Promise<readonly string[]> => [...this.files.keys()];

  #check(): void {
    if (this.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  }

  /** Each time as the next process finds it. */
  readonly home = () => createMemoryHome({ folder: this });
}

const SEARCH = { op: 'search', text: 'hello', maxResults: 5 } as const;

for (const each of MEMORY_CONTRACT)
  test(`in a state folder, ${each.name}`, () => each.run({ home: new FakeFolder().home }));

/** Nothing here calls out. */
const refuse = () => Promise.reject(new Error('no'));

test('what one process keeps the next one finds: messages, working memory, vectors, and calls that were made', async () => {
  const folder = new FakeFolder();
  const first = new MemoryLab({ home: folder.home });
  await first.ask({ op: 'append', messages: [{ role: 'user', content: 'hello' }] }, { key: 'k' });
  await first.ask({ op: 'work', text: '<user/>' });
  const next = new MemoryLab({ home: folder.home });
  const { memory } = first;
  await next.ask({ op: 'append', messages: [{ role: 'user', content: 'hello' }] }, { key: 'k', memory });
  const answer = await next.ask(SEARCH, { memory });
  expect(answer.last_messages).toHaveLength(1);
  expect(answer.semantic_search[0]?.similarity).toBeCloseTo(1);
  expect(answer.working_memory).toBe('<user/>');
});

test('a torn last line is dropped; the next message is on its own line', async () => {
  const folder = new FakeFolder();
  const first = new MemoryLab({ home: folder.home });
  await first.say('hello');
  const [name] = [...folder.files.keys()].filter((each) => each.endsWith('.threads.jsonl'));
  folder.files.set(name ?? '', `${folder.files.get(name ?? '')}{"op":"appe`);
  for (const expected of [1, 2]) {
    const next = new MemoryLab({ home: folder.home });
    const answer = await next.ask({ op: 'read' }, { memory: first.memory });
    expect(answer.last_messages).toHaveLength(expected);
    const again = { op: 'append', messages: [{ role: 'user', content: 'again' }] } as const;
    await next.ask(again, { memory: first.memory, key: 'again' });
  }
});

test.each(['{"op":"append"}', 'no JSON', '[]', '{"thread":"a","key":"k","at":"x","op":"fly"}'])(
  'a line such as %s is refused, and nothing is overwritten',
  async (line) => {
    const folder = new FakeFolder();
    const first = new MemoryLab({ home: folder.home });
    await first.say('hello');
    for (const [name, text] of folder.files)
      if (name.endsWith('.threads.jsonl')) folder.files.set(name, `${line}\n${text}`);
    const before = [...folder.files];
    const next = new MemoryLab({ home: folder.home });
    const outcome = await next.perform({ op: 'append', messages: [] }, { memory: first.memory });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'MEMORY_ERROR', details: { reason: 'corrupt' } } });
    expect([...folder.files]).toEqual(before);
  },
);

test('a full disk is reported; nothing is kept, and the same call completes it later', async () => {
  const folder = new FakeFolder();
  const lab = new MemoryLab({ home: folder.home });
  folder.isFull = true;
  const hello = { op: 'append', messages: [{ role: 'user', content: 'hello' }] } as const;
  const outcome = await lab.perform(hello, { key: 'k' });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'MEMORY_ERROR', details: { reason: 'quota' } } });
  expect((await lab.ask({ op: 'read' })).last_messages).toEqual([]);
  folder.isFull = false;
  expect((await lab.ask(hello, { key: 'k' })).last_messages).toHaveLength(1);
});

test('what was cleared is in no file', async () => {
  const folder = new FakeFolder();
  const lab = new MemoryLab({ home: folder.home });
  await lab.say('a canary', 'a');
  await lab.say('another', 'b');
  await lab.ask({ op: 'clear' });
  const text = [...folder.files.values()].join('');
  expect(text).not.toContain('canary');
  expect(text).toContain('another');
});

test('memories are listed, read, exported and cleared by what names them', async () => {
  const folder = new FakeFolder();
  const lab = new MemoryLab({ home: folder.home });
  await lab.say('one', 'a');
  await lab.say('two', 'b');
  const context = {
    home: folder.home(),
    egress: { allow: refuse, send: refuse, open: refuse },
    signal: new AbortController().signal,
  };
  const listed = (await answerQuestion({ op: 'list' }, context)) as readonly { memory: JsonObject }[];
  expect(listed).toEqual([
    expect.objectContaining({
      threadCount: 2,
      messageCount: 2,
      memory: expect.objectContaining({ id: lab.memory.id }),
    }),
  ]);
  const memory = listed[0]?.memory ?? {};
  expect(memory).toMatchObject({ vector: { use: 'core:in-memory', dimensions: 48 } });
  const found = await answerQuestion({ ...SEARCH, text: 'two', memory }, context);
  expect(found).toMatchObject([{ content: 'two', metadata: { thread_id: 'b' } }, { content: 'one' }]);
  expect(await answerQuestion({ op: 'threads', memory }, context)).toMatchObject([
    { threadId: 'b' },
    { threadId: 'a' },
  ]);
  expect(await answerQuestion({ op: 'export', memory }, context)).toMatchObject({
    format: 'signalbox-memory',
    threads: [
      { threadId: 'b', messages: [{ content: 'two' }] },
      { threadId: 'a', messages: [{ content: 'one' }] },
    ],
  });
  await answerQuestion({ op: 'clear', memory, threadId: 'a' }, context);
  expect(await answerQuestion({ op: 'threads', memory }, context)).toMatchObject([{ threadId: 'b' }]);
  await answerQuestion({ op: 'clear', memory, threadId: null }, context);
  expect(await answerQuestion({ op: 'list' }, context)).toEqual([]);
  expect([...folder.files.values()].join('')).toBe('');
});
