import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns, yaml } from '../testing/index.ts';
import { type Change, planProposal, takeChanges } from './index.ts';

const PATH = 'w.yaml';
const TEXT = yaml`
  # Orders
  tasks:
    - id: fetch
      type: basic
      use: core:log
      retry: { attempts: 3, backoff: fixed, interval: 1s }
      on_success: { next: store }

    - id: store
      type: basic
      use: core:log
      with: { message: stored }

    - id: tell
      type: basic
      use: core:log
      with: { message: told }
`;

/** What a program proposes, and what a person or another tab does by the same commands; each writes a word that is nowhere else. */
const CHANGES: readonly ((word: string) => Change)[] = [
  (word) => ({ command: 'setField', task: 'fetch', field: 'name', value: word }),
  (word) => ({ command: 'setField', task: 'store', field: 'with.message', value: word }),
  (word) => ({ command: 'setField', task: 'tell', field: 'with.message', value: word }),
  (word) => ({ command: 'setField', task: 'store', field: 'description', value: word }),
  (word) => ({ command: 'addTask', id: word, type: 'basic', use: 'core:log' }),
  (word) => ({ command: 'addTask', id: word, type: 'basic', use: 'core:log', after: 'tell', via: 'on_error' }),
  () => ({ command: 'removeTasks', tasks: ['tell'] }),
  () => ({ command: 'removeTasks', tasks: ['store'] }),
];

const someChanges = fc.subarray([...CHANGES.keys()], { minLength: 1, maxLength: 4 });
/** Changes by hand, and by another tab or program that writes the file, while a proposal waits. */
const meanwhile = fc.array(fc.record({ change: fc.nat(CHANGES.length - 1), isTyped: fc.boolean(), line: fc.nat(30) }), {
  minLength: 1,
  maxLength: 4,
});

function planned(text: string, changes: readonly Change[]): string | null {
  const plan = planProposal(new Map([[PATH, text]]), { who: 'a', why: 'b', path: PATH, changes });
  return plan.ok ? (plan.value.files.get(PATH) ?? text) : null;
}

/** A comment in the middle of what a proposal may be about. */
function typed(text: string, line: number, word: string): string {
  const lines = text.split('\n');
  return lines.toSpliced(Math.min(line, lines.length - 1), 0, `# ${word}`).join('\n');
}

/** 1,000 of them and more in `npm run test:long`. */
test('no proposal overwrites what a person or another program wrote while it waited', {
  timeout: numRuns(30_000, 300_000),
}, () => {
  let races = 0;
  let words = 0;
  fc.assert(
    fc.property(someChanges, meanwhile, fc.infiniteStream(fc.boolean()), (chosen, others, isTaken) => {
      const changes = chosen.map((index): Change => CHANGES[index]?.(`theirs${index}`) ?? {});
      if (planned(TEXT, changes) === null) return;
      const written: string[] = [];
      let now = TEXT;
      for (const [at, { change, isTyped, line }] of others.entries()) {
        const word = `mine${at}x`;
        const next = isTyped ? typed(now, line, word) : planned(now, [CHANGES[change]?.(word) ?? {}]);
        if (next === null) continue;
        now = next;
        if (now.includes(word)) written.push(word);
      }
      // What the person has replaced themselves is theirs to lose.
      const mine = written.filter((word) => now.includes(word));
      const stored = {
        id: 'one',
        at: '',
        proposal: { who: 'a', why: 'b', path: PATH, changes },
        base: new Map([[PATH, TEXT]]),
      };
      const only = changes.flatMap((_, index) => (isTaken.next().value === true ? [index] : []));
      races += 1;
      const taken = takeChanges(stored, new Map([[PATH, now]]), only.length === 0 ? null : only);
      const after = taken.ok ? (taken.value.plan.files.get(PATH) ?? '') : now;
      words += mine.length;
      expect(mine.filter((word) => !after.includes(word))).toEqual([]);
    }),
    { numRuns: numRuns(10, 250) },
  );
  // A race that none ran would prove nothing.
  expect(races).toBeGreaterThan(5);
  expect(words).toBeGreaterThan(races / 4);
});
