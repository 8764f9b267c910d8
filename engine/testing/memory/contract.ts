import type { JsonObject } from '../../base/index.ts';
import type { MemoryAnswer } from '../../run/index.ts';
import type { BackendsUnderTest } from './backends.ts';
import { MemoryLab, START } from './MemoryLab.ts';

/** One thing every backend keeps to. Rejects where one does not. */
export interface ContractCase {
  readonly name: string;
  readonly run: (backends: BackendsUnderTest) => Promise<void>;
}

/** Fails unless two values are the same as JSON. */
export function same(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, expected ${b}`);
}

const iso = (second: number): string => new Date(START + second * 1000).toISOString();

const said = (answer: MemoryAnswer): readonly string[] => answer.current_thread.messages.map(({ content }) => content);

/** What every combination of a storage and a vector store keeps to. */
export const MEMORY_CONTRACT: readonly ContractCase[] = [
  {
    name: 'a thread that was never written is empty',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      same(
        await lab.ask({ op: 'read' }),
        {
          current_thread: { thread_id: 'a', messages: [], metadata: { created_at: null, updated_at: null } },
          last_messages: [],
          semantic_search: [],
          working_memory: null,
        },
        'answer',
      );
      same((await lab.ask({ op: 'recall', text: 'anything' })).semantic_search, [], 'recall');
    },
  },
  {
    name: 'messages are kept in their order, in the shape of the seed',
    run: async (backends) => {
      const lab = new MemoryLab(backends, { lastMessages: 3 });
      await lab.ask({
        op: 'append',
        messages: [
          { role: 'user', content: 'one “ü” 漢 🙂\n\u0001' },
          { role: 'assistant', content: '' },
        ],
      });
      const answer = await lab.ask({
        op: 'append',
        messages: [
          { role: 'user', content: 'three' },
          { role: 'assistant', content: 'four' },
        ],
      });
      const messages = [
        { role: 'user', content: 'one “ü” 漢 🙂\n\u0001', timestamp: iso(1) },
        { role: 'assistant', content: '', timestamp: iso(1) },
        { role: 'user', content: 'three', timestamp: iso(2) },
        { role: 'assistant', content: 'four', timestamp: iso(2) },
      ];
      const metadata = { created_at: iso(1), updated_at: iso(2) };
      same(answer.current_thread, { thread_id: 'a', messages, metadata }, 'thread');
      same(answer.last_messages, messages.slice(1), 'last messages');
      const brief = await lab.ask({ op: 'read' }, { wholeThread: false });
      same(brief.current_thread, { thread_id: 'a', messages: [], metadata }, 'thread that no expression reads');
      same(brief.last_messages, messages.slice(1), 'its last messages');
    },
  },
  {
    name: 'ten messages are the last ones unless it is said otherwise; none when it is 0',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      const messages = Array.from({ length: 12 }, (_each, n) => ({ role: 'user' as const, content: `m${n}` }));
      const answer = await lab.ask({ op: 'append', messages });
      same(
        answer.last_messages.map(({ content }) => content),
        messages.slice(2).map(({ content }) => content),
        'last',
      );
      const none = await lab.ask({ op: 'read' }, { memory: { ...lab.memory, options: { lastMessages: 0 } } });
      same(none.last_messages, [], 'none');
      same(none.current_thread.messages.length, 12, 'whole thread');
    },
  },
  {
    name: 'the same call again changes nothing more, whatever was written since',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      const first = { key: 'k1', at: START };
      await lab.ask({ op: 'append', messages: [{ role: 'user', content: 'hello' }] }, first);
      await lab.ask({ op: 'work', text: '<user/>' }, { key: 'k2' });
      await lab.ask({ op: 'work', text: '<user><name/></user>' }, { key: 'k3' });
      await lab.ask({ op: 'append', messages: [{ role: 'user', content: 'hello' }] }, first);
      const answer = await lab.ask({ op: 'work', text: '<user/>' }, { key: 'k2' });
      same(said(answer), ['hello'], 'messages');
      same(answer.working_memory, '<user><name/></user>', 'working memory');
      await lab.ask({ op: 'clear' }, { key: 'k4' });
      await lab.say('again');
      same(said(await lab.ask({ op: 'clear' }, { key: 'k4' })), ['again'], 'cleared once');
      same((await lab.ask({ op: 'search', text: 'hello', maxResults: 9 })).semantic_search.length, 1, 'found once');
    },
  },
  {
    name: 'writes to one thread at the same time are all kept',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      await Promise.all(Array.from({ length: 8 }, (_each, n) => lab.say(`at once ${n}`)));
      same(
        said(await lab.ask({ op: 'read' })).toSorted(),
        Array.from({ length: 8 }, (_each, n) => `at once ${n}`),
        'all',
      );
      const found = await lab.ask({ op: 'search', text: 'at once', maxResults: 20 });
      same(found.semantic_search.length, 8, 'all found');
    },
  },
  {
    name: 'recall finds what is alike in all threads, best first, without what is in the last messages',
    run: async (backends) => {
      const lab = new MemoryLab(backends, { lastMessages: 1, semanticRecall: { maxResults: 2 } });
      await lab.say('The invoice of March is not paid', 'b');
      await lab.say('We painted the kitchen green', 'b');
      await lab.say('Please send me the invoice for March', 'a');
      await lab.say('invoice March', 'a');
      const { semantic_search: found } = await lab.ask({ op: 'recall', text: 'invoice March' });
      same(
        found.map(({ content, timestamp, metadata }) => [content, timestamp, metadata]),
        [
          ['Please send me the invoice for March', iso(3), { thread_id: 'a', role: 'user' }],
          ['The invoice of March is not paid', iso(1), { thread_id: 'b', role: 'user' }],
        ].toSorted((a, b) => rank(found, a) - rank(found, b)),
        'found',
      );
      const similarities = found.map(({ similarity }) => similarity);
      same(
        similarities.toSorted((a, b) => b - a),
        similarities,
        'best first',
      );
      same(
        similarities.every((each) => each > 0.2 && each <= 1),
        true,
        'in [0, 1]',
      );
      const all = await lab.ask({ op: 'search', text: 'invoice March', maxResults: 99 });
      same(all.semantic_search.length, 4, 'a search has the last messages too');
      same(all.semantic_search[0]?.content, 'invoice March', 'the same text is the best');
      same((all.semantic_search[0]?.similarity ?? 0) > 0.9999, true, 'its similarity is 1');
      same(
        all.semantic_search.every(({ similarity }) => similarity >= 0),
        true,
        'no similarity below 0',
      );
    },
  },
  {
    name: 'recall of one thread finds nothing of another, however alike it is',
    run: async (backends) => {
      const lab = new MemoryLab(backends, { lastMessages: 0, semanticRecall: { maxResults: 2, scope: 'thread' } });
      for (let n = 0; n < 12; n += 1) await lab.say('my account is 4711', 'b');
      await lab.say('the kitchen is green', 'a');
      const asked = { text: 'my account is 4711' } as const;
      for (const request of [{ op: 'recall', ...asked } as const, { op: 'search', maxResults: 9, ...asked } as const]) {
        const { semantic_search: found } = await lab.ask(request, { threadId: 'a' });
        same(
          found.map(({ content, metadata }) => [content, metadata.thread_id]),
          [['the kitchen is green', 'a']],
          request.op,
        );
      }
    },
  },
  {
    name: 'recall that is turned off finds nothing, and at most five where nothing is said',
    run: async (backends) => {
      const lab = new MemoryLab(backends, { lastMessages: 0 });
      for (let n = 0; n < 7; n += 1) await lab.say(`lamp number ${n}`);
      same((await lab.ask({ op: 'recall', text: 'lamp' })).semantic_search.length, 5, 'default');
      same((await lab.ask({ op: 'recall', text: ' ' })).semantic_search, [], 'no text');
      const options = { semanticRecall: { enabled: false } };
      const off = await lab.ask({ op: 'recall', text: 'lamp' }, { memory: { ...lab.memory, options } });
      same(off.semantic_search, [], 'off');
    },
  },
  {
    name: 'a cleared thread is empty and found by no one; others stay',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      await lab.say('a violet elephant', 'a');
      await lab.ask({ op: 'work', text: '<user/>' });
      await lab.say('a violet whale', 'b');
      const cleared = await lab.ask({ op: 'clear' });
      same([said(cleared), cleared.working_memory, cleared.current_thread.metadata.created_at], [[], null, null], 'a');
      const found = await lab.ask({ op: 'search', text: 'violet', maxResults: 9 });
      same(
        found.semantic_search.map(({ metadata }) => metadata.thread_id),
        ['b'],
        'found',
      );
      await lab.say('back', 'a');
      same(said(await lab.ask({ op: 'read' })), ['back'], 'written again');
    },
  },
  {
    name: 'a working memory is one text for each thread',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      await lab.ask({ op: 'work', text: '<user><name>Ada &amp; Co</name></user>' });
      await lab.ask({ op: 'work', text: '<user><name>Bo</name></user>' }, { threadId: 'b' });
      same((await lab.ask({ op: 'read' })).working_memory, '<user><name>Ada &amp; Co</name></user>', 'a');
      same((await lab.ask({ op: 'read' }, { threadId: 'b' })).working_memory, '<user><name>Bo</name></user>', 'b');
    },
  },
  {
    name: 'other dimensions than what is kept are refused with both numbers, and nothing is written',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      await lab.say('kept');
      const memory = { ...lab.memory, vector: { ...(lab.memory['vector'] as JsonObject), dimensions: 32 } };
      const outcome = await lab.perform({ op: 'append', messages: [{ role: 'user', content: 'other' }] }, { memory });
      same(outcome.ok ? null : outcome.error.code, 'CONFIGURATION_ERROR', 'code');
      same(!outcome.ok && /48/.test(outcome.error.message) && /32/.test(outcome.error.message), true, 'both numbers');
      same(said(await lab.ask({ op: 'read' })), ['kept'], 'messages');
    },
  },
  {
    name: 'a call that was aborted writes nothing',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      const signal = AbortSignal.abort();
      const outcome = await lab.perform({ op: 'append', messages: [{ role: 'user', content: 'no' }] }, { signal });
      same(outcome.ok ? null : outcome.error.code, 'CANCELLED', 'code');
      same(said(await lab.ask({ op: 'read' })), [], 'messages');
      same((await lab.ask({ op: 'search', text: 'no', maxResults: 9 })).semantic_search, [], 'found');
    },
  },
  {
    name: 'hundreds of messages in one call and a long one are kept whole',
    run: async (backends) => {
      const lab = new MemoryLab(backends);
      const messages = Array.from({ length: 300 }, (_each, n) => ({ role: 'user' as const, content: `note ${n}` }));
      await lab.ask({ op: 'append', messages: [...messages, { role: 'user', content: 'long '.repeat(40_000) }] });
      const answer = await lab.ask({ op: 'read' });
      same(said(answer).length, 301, 'count');
      same(said(answer)[299], 'note 299', 'order');
      same(said(answer)[300]?.length, 200_000, 'length');
      const found = await lab.ask({ op: 'search', text: 'note 257', maxResults: 1 });
      same(found.semantic_search[0]?.content, 'note 257', 'found');
    },
  },
];

/** Where an expected result is among those found: equal texts may come in either order. */
function rank(found: MemoryAnswer['semantic_search'], [content]: readonly unknown[]): number {
  return found.findIndex((each) => each.content === content);
}
