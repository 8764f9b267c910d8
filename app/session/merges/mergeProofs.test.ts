import { beforeEach, expect, test } from 'vitest';
import type { EngineWorker, MergedRow } from '#engine/worker';
import { setEngine } from '../document/engine.ts';
import type { Notice } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { compareMerged } from './compareMerged.ts';
import { currentProof, dropProof, hideProof, shownProof, startProof, takeProof } from './mergeProofs.ts';

const BASE = 'tasks:\n  - { id: a, type: basic }\n';
const THEIRS = BASE.replace('id: a', 'id: x');
const MERGED = THEIRS.replace('tasks:', 'name: Orders\ntasks:');
const SUBJECT = {
  path: 'w.yaml',
  base: BASE,
  ours: BASE.replace('tasks:', 'name: Orders\ntasks:'),
  theirs: THEIRS,
  merged: MERGED,
};
const TESTS = 'tests:\n  - { name: it, answers: { a: { output: 1 } } }\n';

const ROW: MergedRow = { runId: 'r', startedAt: 0, status: 'success', verdict: 'as in both', note: null };

/** What was played, and what the engine says of it. */
interface Engine {
  readonly played: string[];
  readonly passes: (text: string) => boolean;
  readonly rows: readonly MergedRow[];
  /** What the worker waits for before it answers for the runs. */
  readonly until?: Promise<void>;
}

function open({ played, passes, rows, until }: Engine): void {
  const playTests: EngineWorker['playTests'] = async ({ path, text, files }, deliver) => {
    const workflow = files.get('w.yaml') ?? '';
    played.push(`${path} ${/answers: \{ (\w+)/.exec(text)?.[1]} ${/id: (\w+)/.exec(workflow)?.[1]}`);
    const passed = passes(workflow);
    const failures = passed ? [] : [{ message: 'It is otherwise.' }];
    await deliver({ index: 0, verdict: { name: 'it', passed, failures } } as never);
    return { workflow: 'w.yaml', tests: [], datasets: [], wrong: [], coverage: null, targets: {} } as never;
  };
  const playMerge: EngineWorker['playMerge'] = async ({ only }, deliver) => {
    await until;
    for (const row of rows) if (!(await deliver(only === undefined ? row : { ...row, events: EVENTS }))) break;
    return { ok: true, value: null };
  };
  const engine = idleEngine({ playTests, playMerge, findRun: FIND_RUN });
  setEngine({ engine, restart: () => undefined, onFailure: () => () => undefined });
}

const FIND_RUN = (async () => ({
  runId: 'r',
  path: 'w.yaml',
  startedAt: 0,
  endedAt: 1,
  status: 'success',
  source: BASE,
  events: [],
})) as unknown as EngineWorker['findRun'];

const EVENTS = { ours: [], theirs: [], merged: [] };
/** Lets pass what is to come without a wait. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** What is waited for until it is answered. */
function makeWait(): { readonly until: Promise<void>; readonly answer: () => void } {
  const events = new EventTarget();
  const until = new Promise<void>((resolve) => events.addEventListener('answer', () => resolve()));
  return { until, answer: () => events.dispatchEvent(new Event('answer')) };
}

let notices: Notice[];
beforeEach(() => {
  dropProof();
  hideProof();
  resetSession({ 'w.yaml': SUBJECT.ours, 'w.test.yaml': TESTS, 'other.yaml': BASE, 'other.test.yaml': TESTS });
  notices = collectNotices();
});

test('a merge is proved by the tests of its workflow, with the names that the other side gave, and by the last runs', async () => {
  const played: string[] = [];
  open({ played, passes: () => true, rows: [ROW] });
  startProof(SUBJECT);
  await settled();
  expect(played).toEqual(['w.test.yaml x x']);
  expect(currentProof()).toMatchObject({ tests: [{ path: 'w.test.yaml', why: null }], runs: [ROW], isDone: true });
  takeProof(SUBJECT);
  expect(notices).toEqual([]);
});

test('tests of the disk that wait to be merged are played too; one that fails is played on both sides', async () => {
  update({ storage: { conflicts: [{ path: 'w.test.yaml', diskText: TESTS.replace('{ a:', '{ x:') }] } });
  const played: string[] = [];
  open({ played, passes: (text) => text === SUBJECT.ours, rows: [] });
  startProof(SUBJECT);
  await settled();
  expect(played).toEqual([
    'w.test.yaml x x',
    'w.test.yaml a a',
    'w.test.yaml a x',
    'w.test.yaml x x',
    'w.test.yaml x a',
    'w.test.yaml x x',
  ]);
  expect(currentProof()?.tests).toMatchObject([
    { path: 'w.test.yaml', why: 'It is otherwise.', passesOn: ['ours'] },
    { path: 'w.test.yaml on disk', passesOn: ['ours'] },
  ]);
});

test('what is found after the merged text is in use is told, shown, and led back to from the comparison of runs', async () => {
  const { until, answer } = makeWait();
  open({ played: [], passes: () => true, rows: [{ ...ROW, verdict: 'as in neither', note: 'Odd.' }], until });
  startProof(SUBJECT);
  await settled();
  takeProof(SUBJECT);
  expect([currentProof(), notices]).toEqual([null, []]);
  answer();
  await settled();
  expect(notices).toMatchObject([
    { kind: 'warning', message: 'w.yaml was merged, but 1 recorded run differs from both sides.' },
  ]);
  notices[0]?.action?.run();
  expect([session.getState().view.dialog, shownProof()?.runs]).toMatchObject(['conflict', [{ note: 'Odd.' }]]);
  await compareMerged(SUBJECT, 'r', 'ours');
  expect(session.getState().view.dialog).toBe('compare');
  expect(session.getState().run.playedRuns).toMatchObject([
    { runId: 'r on ours', source: SUBJECT.ours, playedOn: 'ours' },
    { runId: 'r on the merged text', source: MERGED },
  ]);
  update({ view: { dialog: null } });
  await settled();
  expect([session.getState().view.dialog, shownProof() === null]).toEqual(['conflict', false]);
  hideProof();
  expect([session.getState().view.dialog, shownProof()]).toEqual([null, null]);
});

test('a merge that is decided otherwise is proved anew, and what was played for the one before counts for nothing', async () => {
  const { until, answer } = makeWait();
  open({ played: [], passes: () => true, rows: [ROW, ROW], until });
  startProof(SUBJECT);
  const other = { ...SUBJECT, merged: BASE };
  startProof(other);
  answer();
  await settled();
  expect(currentProof()).toMatchObject({ subject: other, isDone: true });
  dropProof();
  expect([currentProof(), notices]).toEqual([null, []]);
});
