import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { runScript, type Script, yaml } from '../../../engine/testing/index.ts';
import {
  describeCounts,
  describeDifferences,
  type RunAndText,
  statusOfRun,
  toCompared,
  workedIn,
} from './toCompared.ts';

function record(text: string, { at = 0, ...script }: Script & { readonly at?: number } = {}): RunAndText {
  const { view } = runScript(text, script);
  const { status, startedAt, endedAt } = view;
  const run = { path: 'a.yaml', name: null, status, endedAt, simulate: false, simulated: false, source: text, view };
  return {
    run: { ...run, runId: `r${at}`, startedAt: (startedAt ?? 0) + at },
    analysis: analyze('a.yaml', text),
  };
}

const TEXT = yaml`
  tasks:
    - {id: ask, name: Ask them, type: basic, use: core:http, on_success: {next: good}, on_error: {next: bad}}
    - {id: good, type: basic}
    - {id: bad, type: basic}
    - {id: never, type: basic}
`;
const GOOD = { answers: { ask: { value: 1, after: 20 } } };
const BAD = { answers: { ask: { error: 'EXECUTION_ERROR' } } };

test('the run that began first is the older one, in whatever order they were chosen', () => {
  const [first, second] = [record(TEXT, GOOD), record(TEXT, { ...BAD, at: 1000 })];
  for (const compared of [toCompared(first, second), toCompared(second, first)]) {
    expect(compared.older).toBe(first);
    expect(compared.summary).toBe('1 task differs, 1 ran only in the newer run and 1 ran only in the older run');
  }
});

test('a mark has both sides and a description', () => {
  const { marks } = toCompared(record(TEXT, GOOD), record(TEXT, { ...BAD, at: 1000 }));
  expect(marks.get('ask')).toEqual({
    verdict: 'changed',
    older: { status: 'success', length: '20 ms', count: 1 },
    newer: { status: 'error', length: '0 ms', count: 1 },
    badge: 'Differs',
    words:
      'in the older run success in 20 ms, in the newer run error in 0 ms, differs: status, error, output and where it led',
  });
  expect(marks.get('good')?.badge).toBe('Only older');
  expect(marks.get('bad')?.badge).toBe('Only newer');
  expect(marks.get('never')).toMatchObject({ verdict: 'same', badge: null, older: { status: 'skipped', count: 0 } });
});

test('a task that one workflow does not have is on the graph, and its card says so', () => {
  const newer = yaml`
    tasks:
      - {id: ask, name: Ask them now, type: basic, use: core:http, on_success: {next: added}}
      - {id: added, type: basic}
  `;
  const compared = toCompared(record(TEXT, GOOD), record(newer, { ...GOOD, at: 1000 }));
  expect([...compared.graph.nodes.keys()]).toEqual(['ask', 'added', 'good', 'bad', 'never']);
  expect(compared.isTextChanged).toBe(true);
  expect(compared.marks.get('good')?.newer).toBeNull();
  expect(compared.marks.get('added')?.words).toMatch(/^in the older run not in the workflow/);
  expect(compared.tasks.map(({ taskId, name }) => [taskId, name])).toEqual([
    ['ask', 'Ask them now'],
    ['added', 'added'],
    ['good', 'good'],
  ]);
});

test('equal runs say so, and that one was slower', () => {
  expect(toCompared(record(TEXT, GOOD), record(TEXT, { ...GOOD, at: 1 })).summary).toBe(
    'Every task did the same in both runs',
  );
  const slow = record(TEXT, { answers: { ask: { value: 1, after: 5000 } }, at: 1 });
  expect(toCompared(record(TEXT, GOOD), slow).differences).toEqual(['duration']);
  expect(toCompared(record(TEXT, GOOD), slow).marks.get('ask')).toMatchObject({ verdict: 'same', badge: 'Slower' });
});

test('a run that is paused, or was interrupted, is not said to be running', () => {
  const { run } = record(TEXT, GOOD);
  expect(statusOfRun(run)).toBe('success');
  const view = { ...run.view, status: 'running', paused: { reason: 'step', breakpoint: null, next: null } } as const;
  expect(statusOfRun({ ...run, status: 'running', view })).toBe('paused');
  expect(statusOfRun({ ...run, status: 'interrupted', view })).toBe('interrupted');
});

/** A run that was paused for its first 15 ms. */
function paused(record: RunAndText): RunAndText {
  const { view } = record.run;
  const idle = [{ from: view.startedAt ?? 0, to: (view.startedAt ?? 0) + 15, reason: 'paused' as const }];
  return { ...record, run: { ...record.run, view: { ...view, idle } } };
}

test('what was paused or interrupted counts as no time of a step or a run, as everywhere else', () => {
  const compared = toCompared(paused(record(TEXT, GOOD)), record(TEXT, { ...GOOD, at: 1000 }));
  expect(compared.marks.get('ask')).toMatchObject({ older: { length: '5 ms' }, newer: { length: '20 ms' } });
  const { view } = compared.older.run;
  expect(workedIn(view, view.idle)).toBe((view.endedAt ?? 0) - (view.startedAt ?? 0) - 15);
});

test('differences are listed as text', () => {
  expect(describeDifferences([])).toBe('');
  expect(describeDifferences(['output'])).toBe('output');
  expect(describeDifferences(['status', 'error', 'steps'])).toBe('status, error and how often it ran');
});

test('counts are a sentence that names tasks once', () => {
  const none = { changed: 0, older: 0, newer: 0, timed: 0 };
  expect(describeCounts(none)).toBe('Every task did the same in both runs');
  expect(describeCounts({ ...none, timed: 2 })).toBe(
    'Every task did the same in both runs, 2 took notably more or less time',
  );
  expect(describeCounts({ ...none, changed: 3, newer: 1 })).toBe('3 tasks differ and 1 ran only in the newer run');
  expect(describeCounts({ ...none, changed: 1, newer: 1, older: 2 })).toBe(
    '1 task differs, 1 ran only in the newer run and 2 ran only in the older run',
  );
  expect(describeCounts({ ...none, older: 1 })).toBe('1 task ran only in the older run');
});
