import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numRuns, yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { type Change, planProposal, rebaseProposal } from './index.ts';
import { lineEdits } from './lineEdits.ts';

const TEXT = yaml`
  # Orders
  tasks:
    - id: fetch
      type: basic
      use: core:log
      retry:
        attempts: 3
      on_success: { next: store }

    - id: store
      type: basic
      use: core:log
      with: { kind: "{{ tasks.fetch.output.kind }}" }

    - id: tell
      type: basic
      use: core:log
`;

const PATH = 'w.yaml';
const RETRY: Change = { command: 'setField', task: 'fetch', field: 'retry.attempts', value: 5 };
const NOTIFY: Change = { command: 'addTask', id: 'notify', type: 'basic', use: 'core:log' };
const LEAD: Change = { command: 'connect', source: 'fetch', via: 'on_error', target: 'notify' };
const TIMEOUT: Change = { command: 'setField', task: 'store', field: 'timeout', value: '5s' };
const RENAME: Change = { command: 'renameTask', task: 'fetch', to: 'load' };
const REMOVE: Change = { command: 'removeTasks', tasks: ['tell'] };
const EDIT: Change = { edit: { old: '# Orders\n', new: '# Orders of the shop\n' } };
const ALL = [RETRY, NOTIFY, LEAD, TIMEOUT, RENAME, REMOVE, EDIT];

function rebase(now: string, changes: readonly Change[] = ALL) {
  const proposal = { who: 'test', why: 'try', path: PATH, changes };
  const rebased = rebaseProposal(proposal, new Map([[PATH, TEXT]]), new Map([[PATH, now]]));
  if (!rebased.ok) expect.fail(JSON.stringify(rebased.error));
  return rebased.value;
}

/** The text once all that still applies was accepted. */
function textAfter(now: string, changes: readonly Change[] = ALL): string {
  const { proposal } = rebase(now, changes);
  if (proposal.changes.length === 0) return now;
  const planned = planProposal(new Map([[PATH, now]]), proposal);
  if (!planned.ok) expect.fail(JSON.stringify(planned.error));
  return planned.value.files.get(PATH) ?? '';
}

describe('a proposal on a text that changed meanwhile', () => {
  test('applies as a whole where nothing of it was touched', () => {
    const now = TEXT.replace('- id: tell', '- id: first\n    type: basic\n\n  - id: tell').replace(
      '# Orders',
      '# Orders\n# Mine',
    );
    const { kept, lost } = rebase(now);
    expect([kept, lost]).toEqual([[0, 1, 2, 3, 4, 5, 6], []]);
    expect(textAfter(now)).toContain('# Orders of the shop\n# Mine\n');
  });

  test.each([
    ['another value of the field', TEXT.replace('attempts: 3', 'attempts: 4'), 0],
    ['more behind the value of the field', TEXT.replace('attempts: 3', 'attempts: 30'), 0],
    ['the field that is set, by somebody else', TEXT.replace('with:', 'timeout: 9s\n    with:'), 3],
    ['a field of the task that goes', TEXT.replace(/core:log\n$/u, 'core:log\n    timeout: 9s\n'), 5],
    ['the text that is edited', TEXT.replace('# Orders', '# My orders'), 6],
  ])('loses the change that would overwrite %s', (_, now, index) => {
    const { kept, lost } = rebase(now);
    expect(lost.map((each) => [each.index, each.finding.code])).toEqual([
      [index, index === 6 ? 'EDIT_NOT_FOUND' : 'CHANGED_MEANWHILE'],
    ]);
    expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6].filter((each) => each !== index));
  });

  test('loses what no longer applies, and what needs it', () => {
    const taken = TEXT.replace('- id: tell', '- id: notify');
    const { kept, lost } = rebase(taken, [RETRY, NOTIFY, LEAD]);
    expect(kept).toEqual([0]);
    expect(lost.map(({ index, finding }) => [index, finding.code])).toEqual([
      [1, 'DUPLICATE_ID'],
      [2, 'NEEDS_ANOTHER'],
    ]);
  });

  test('follows a rename into what was written meanwhile', () => {
    const now = TEXT.replace(/core:log\n$/u, 'core:log\n    with: { of: "{{ tasks.fetch.output.id }}" }\n');
    expect(textAfter(now, [RENAME])).toContain('{{ tasks.load.output.id }}');
  });

  test('has nothing left to do where somebody did the same', () => {
    const now = TEXT.replace('attempts: 3', 'attempts: 5');
    expect(rebase(now, [RETRY, TIMEOUT])).toMatchObject({ kept: [1], done: [0], lost: [] });
  });

  test('is refused where it did not apply before', () => {
    const proposal = { who: 'test', why: 'try', path: PATH, changes: [{ ...RETRY, task: 'nobody' }] };
    const rebased = rebaseProposal(proposal, new Map([[PATH, TEXT]]), new Map([[PATH, TEXT]]));
    expect(!rebased.ok && rebased.error.map(({ code }) => code)).toEqual(['NOT_ON_THIS_TEXT']);
  });
});

/** What a hand does meanwhile: each leaves a mark that is nowhere else, or takes a line away. */
const HANDS: readonly ((text: string, line: number, mark: string) => string)[] = [
  (text, line, mark) => onLine(text, line, (words) => `${words}\n${indentOf(words)}# ${mark}`),
  (text, line, mark) =>
    onLine(text, line, (words) =>
      /: [\w:]+$/u.test(words) ? words.replace(/: [\w:]+$/u, `: ${mark}`) : `${words} # ${mark}`,
    ),
  (text, line) => onLine(text, line, () => null),
  (text, _, mark) => `${text}\n  - id: ${mark}\n    type: basic\n`,
  (text, _, mark) => text.replace('attempts: 3', `attempts: 3 # ${mark}`),
  (text, _, mark) => text.replace(/( {4}with: )/u, `    timeout: ${mark}\n$1`),
];

function onLine(text: string, line: number, change: (words: string) => string | null): string {
  const lines = text.split('\n');
  const at = line % (lines.length - 1);
  return lines.flatMap((words, index) => (index === at ? (change(words)?.split('\n') ?? []) : [words])).join('\n');
}

function indentOf(words: string): string {
  return /^ */u.exec(words)?.[0] ?? '';
}

/** Changes that apply together: a connection to a new task comes with it. */
const someChanges = fc
  .subarray(ALL, { minLength: 1 })
  .map((some) => (some.includes(LEAD) && !some.includes(NOTIFY) ? [NOTIFY, ...some] : some));

const hand = fc.record({ kind: fc.nat(HANDS.length - 1), line: fc.nat(40) });

/** For the thousands that are tried before a release, in ms. */
const LONG = 1_800_000;

describe('races of hands and proposals', () => {
  test(
    'leave all that a hand wrote',
    () => {
      fc.assert(
        fc.property(fc.array(hand, { minLength: 1, maxLength: 4 }), someChanges, (hands, changes) => {
          const marks = hands.map((_, index) => `mark${index}`);
          const now = hands.reduce(
            (text, { kind, line }, at) => HANDS[kind]?.(text, line, marks[at] ?? '') ?? text,
            TEXT,
          );
          const after = textAfter(now, changes);
          const written = marks.filter((mark) => now.includes(mark));
          expect(
            written.filter((mark) => !after.includes(mark)),
            `${now}\nbecame\n${after}`,
          ).toEqual([]);
        }),
        { numRuns: numRuns(25, 100) },
      );
    },
    LONG,
  );

  test(
    'leave alone each line that no accepted change is about',
    () => {
      fc.assert(
        fc.property(someChanges, fc.subarray(ALL.map((_, index) => index)), (changes, chosen) => {
          const accepted = chosen.filter((index) => index < changes.length);
          const proposal = { who: 'test', why: 'try', path: PATH, changes };
          const files = new Map([[PATH, TEXT]]);
          const part = planProposal(files, proposal, accepted);
          if (!part.ok) return;
          const closed = part.value.changes.map(({ index }) => index);
          const about = new Set(closed.flatMap((index) => linesOf(changes[index])));
          for (const [line, words] of TEXT.split('\n').entries()) {
            if (about.has(line)) continue;
            expect(part.value.files.get(PATH)?.split('\n'), `${closed.join()}: ${line}`).toContain(words);
          }
        }),
        { numRuns: numRuns(25, 50) },
      );
    },
    LONG,
  );
});

/** The lines of the text that a change is about. */
function linesOf(change: Change | undefined): readonly number[] {
  const lines = TEXT.split('\n');
  const having = (word: string) => lines.flatMap((words, line) => (words.includes(word) ? [line] : []));
  if (change === RETRY) return having('attempts');
  if (change === RENAME) return having('fetch');
  if (change === REMOVE) return lines.map((_, line) => line).slice(lines.indexOf('  - id: tell') - 1);
  return change === EDIT ? [0] : [];
}

test('edits of lines lead from one text to the other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀') }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀') }),
      (a, b) => {
        expect(applyEdits(a, lineEdits(a, b))).toBe(b);
      },
    ),
    { numRuns: numRuns(100) },
  );
});
