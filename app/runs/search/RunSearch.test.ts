import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { taskFailed, taskStarted, taskSucceeded } from '#engine/testing';
import type { Json } from '#engine/values';
import type { FollowedRun } from '../../session/runSteps/index.ts';
import { countHits, describeHit, sayHit } from './describeHit.ts';
import { type RunQuery, RunSearch } from './RunSearch.ts';
import { customerEvents } from './testing.ts';

const ERROR = { code: 'EXECUTION_ERROR', message: 'No address', details: { customer: 'Smith' } };
const NAMES: Readonly<Record<string, string>> = { check: 'Check the address' };
const nameOf = (id: string): string => NAMES[id] ?? id;

type Timed = RunEventBody & { readonly at?: number };

function runOf(bodies: readonly Timed[]): FollowedRun {
  const begin: Timed = { type: 'run.started', runId: 'r', input: { ticket: 4711 }, simulate: false };
  const events = [begin, ...bodies].map(({ at, ...body }, seq): RunEvent => ({ seq, at: at ?? seq, ...body }));
  return { events, view: foldRun(EMPTY_VIEW, events) };
}

const started = (taskId: string, activation: number, input: Json = null, item?: number): RunEventBody =>
  taskStarted(taskId, activation, { input, item, parent: item === undefined ? null : 1 });
const failed = (taskId: string, activation: number): RunEventBody => taskFailed(taskId, activation, ERROR);
const called = (taskId: string, activation: number, kind: 'tool' | 'model', name: string): RunEventBody => ({
  type: 'effect.requested',
  taskId,
  activation,
  key: `r/${taskId}/${activation}/1/0`,
  kind,
  name,
  request: { url: 'https://example.com/orders' },
});

const attempt = (number: number): RunEventBody => ({
  type: 'task.attempt',
  taskId: 'a',
  activation: 1,
  attempt: number,
});

/** Two items of a collection: one succeeds, one fails; then a model is asked. */
const RUN = runOf([
  started('each', 1),
  started('check', 2, { customer: 'Miller' }, 0),
  called('check', 2, 'tool', 'core:http'),
  taskSucceeded('check', 2, { total: 10 }),
  started('check', 3, { customer: 'Smith' }, 1),
  called('check', 3, 'tool', 'core:http'),
  failed('check', 3),
  taskSucceeded('each', 1),
  started('draft', 4),
  called('draft', 4, 'model', 'openai:small'),
  taskSucceeded('draft', 4, 'Dear Ms Smith'),
  { type: 'warning', taskId: null, code: 'SLOW_DISK', message: 'The disk is slow', path: null },
]);

function search(run: FollowedRun, query: Partial<RunQuery>): readonly string[] {
  const wanted: RunQuery = { words: '', filters: [], ...query };
  const found = new RunSearch(wanted, nameOf);
  for (const _ of found.advance(run)) continue;
  return found.hits.map((index) => {
    const hit = describeHit({ run, index, query: wanted, nameOf });
    return `${hit?.step} | ${hit?.place} | ${hit?.before}[${hit?.match}]${hit?.after}`;
  });
}

describe('words in a run', () => {
  it('are found in inputs, errors, outputs, with the step and the item', () => {
    expect(search(RUN, { words: 'smith' })).toEqual([
      'Check the address, item 2 | input.customer | [Smith]',
      'Check the address, item 2 | error.details.customer | [Smith]',
      'draft | output | Dear Ms [Smith]',
    ]);
  });

  it('are found in an error as it is read, with items from 1, and as it is recorded', () => {
    const error = {
      code: 'EXECUTION_ERROR',
      message: 'Item 77 failed: No address',
      details: { type: 'collection.item', index: 77, cause: null },
    };
    const run = runOf([{ type: 'run.finished', status: 'error', output: null, error }]);
    expect(search(run, { words: 'item 78' })).toEqual(['The run | error.message | [Item 78] failed: No address']);
    expect(search(run, { words: 'item 77' })).toEqual(['The run | error.recorded | [Item 77] failed: No address']);
  });

  it('are found in names and ids, once for each step', () => {
    expect(search(RUN, { words: 'the address' })).toEqual([
      'Check the address, item 1 | name | Check [the address]',
      'Check the address, item 2 | name | Check [the address]',
    ]);
    expect(search(RUN, { words: 'DRAFT' })).toEqual(['draft | name | [draft]']);
  });

  it('are found in numbers, calls, and what happens to the run as a whole', () => {
    expect(search(RUN, { words: '4711' })).toEqual(['The run | input.ticket | [4711]']);
    expect(search(RUN, { words: 'openai' })).toEqual(['draft | call | [openai]:small']);
    expect(search(RUN, { words: 'disk is' })).toEqual(['The run | warning | The [disk is] slow']);
    expect(search(RUN, { words: 'task.failed' })).toEqual(['Check the address, item 2 | event | [task.failed]']);
  });

  it('are shown with what stands around them, and nothing that does not show', () => {
    const text = `${'a'.repeat(100)} needle\n\u202e${'b'.repeat(300)}`;
    const [hit = ''] = search(runOf([started('a', 1), taskSucceeded('a', 1, { text })]), { words: 'needle' });
    expect(hit).toMatch(/^a \| output\.text \| …a{39} \[needle\] ⟨U\+202E⟩b+…$/);
  });
});

describe('hits', () => {
  it('are said with their place among all, the step, where in it, and the words around', () => {
    const hit = { index: 11, activation: 4, before: 'Dear Ms ', match: 'Smith', after: '.' } as const;
    const step = 'Check the address, item 2';
    expect(sayHit({ ...hit, part: 'output', step, place: 'output.text' }, 2, 1_200)).toBe(
      'Hit 3 of 1,200. Check the address, item 2, output.text: Dear Ms Smith.',
    );
    expect(sayHit({ ...hit, part: 'event', step, place: '' }, 0, 1)).toBe(
      'Hit 1 of 1. Check the address, item 2: Dear Ms Smith.',
    );
  });

  it('are counted, and it is said while there may be more', () => {
    expect([0, 1, 1_200].map((count) => countHits(count, true))).toEqual(['Nothing found', '1 hit', '1,200 hits']);
    expect([0, 1, 1_200].map((count) => countHits(count, false))).toEqual([
      'Searching…',
      '1 hit so far',
      '1,200 hits so far',
    ]);
  });
});

describe('filters', () => {
  it('lead to each step once, at the event that shows it', () => {
    expect(search(RUN, { filters: ['failed'] })).toEqual([
      'Check the address, item 2 |  | EXECUTION_ERROR: No address[]',
    ]);
    expect(search(RUN, { filters: ['http'] })).toHaveLength(2);
    expect(search(RUN, { filters: ['model'] })).toEqual(['draft |  | Calls openai:small[]']);
  });

  it('narrow each other, and words', () => {
    expect(search(RUN, { filters: ['http', 'failed'] })).toHaveLength(1);
    expect(search(RUN, { filters: ['http', 'model'] })).toEqual([]);
    expect(search(RUN, { words: 'smith', filters: ['model'] })).toEqual(['draft | output | Dear Ms [Smith]']);
  });

  it('tell what was tried again', () => {
    const again: RunEventBody = {
      type: 'task.retrying',
      taskId: 'a',
      activation: 1,
      attempt: 2,
      attempts: 3,
      delay: 5,
      until: 9,
      error: ERROR,
    };
    const retried = [started('a', 1), attempt(1), again, attempt(2), taskSucceeded('a', 1)];
    const run = runOf([...retried, started('b', 2), taskSucceeded('b', 2)]);
    expect(search(run, { filters: ['retried'] })).toEqual(['a |  | EXECUTION_ERROR: No address[]']);
  });

  it('take a second or longer as slow, of the slowest tenth, and not what only holds such a step', () => {
    const steps = Array.from({ length: 20 }, (_, at): readonly Timed[] => [
      { ...started(`t${at}`, at + 2, null, at), at: at * 10_000 },
      { ...taskSucceeded(`t${at}`, at + 2), at: at * 10_000 + 1_000 + at },
    ]).flat();
    const end: Timed = { ...taskSucceeded('each', 1), at: 500_000 };
    const run = runOf([{ ...started('each', 1), at: 0 }, ...steps, end]);
    expect(search(run, { filters: ['slow'] }).map((line) => line.split(',')[0])).toEqual(['t18', 't19']);
    const quick = runOf([started('a', 1), taskSucceeded('a', 1)]);
    expect(search(quick, { filters: ['slow'] })).toEqual([]);
  });
});

it('goes on with what happens since, and finds nothing twice', () => {
  const found = new RunSearch({ words: 'smith', filters: [] }, nameOf);
  const events = RUN.events.slice();
  for (const _ of found.advance({ ...RUN, events: events.slice(0, 6) })) continue;
  expect(found.hits).toEqual([5]);
  for (const _ of found.advance(RUN)) continue;
  expect(found.hits).toEqual([5, 7, 11]);
});

it('stops often, and when it is asked again goes on where it was', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => [started('a', at + 1, { at }), taskSucceeded('a', at + 1)]);
  const run = runOf(many.flat());
  const found = new RunSearch({ words: '4999', filters: [] }, nameOf);
  let turns = 0;
  let isDone = false;
  while (!isDone) {
    // Each turn is one of a new walk along the run, as when the page draws in between.
    isDone = found.advance(run).next().done === true;
    turns += 1;
  }
  expect(turns).toBeGreaterThan(10);
  expect(found.hits).toEqual([9_999]);
});

it('finds what the last of 20,000 events has, and looks at few of them at once', () => {
  const events = customerEvents(10_000);
  let [reads, before, most] = [0, 0, 0];
  const counted = new Proxy(events, {
    get: (list, key, receiver) => {
      if (key === 'at') reads += 1;
      return Reflect.get(list, key, receiver);
    },
  });
  const found = new RunSearch({ words: 'customer 9999', filters: [] }, nameOf);
  for (const _ of found.advance({ events: counted, view: EMPTY_VIEW })) {
    most = Math.max(most, reads - before);
    before = reads;
  }
  expect(found.hits).toEqual([19_998]);
  // 32 Ki characters a turn, where two of these events have some 150.
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(1_000);
});
