import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import type { EngineWorker, RunRecord } from '#engine/worker';
import { session } from '../store/store.ts';
import { collectNotices, idleEngine, resetSession } from '../testSession.ts';
import { connectRuns, openRun } from './run.ts';
import { runPart } from './runPart.ts';

const OUTER = `tasks:
  - { id: before, type: basic, on_success: { next: call } }
  - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }
`;
const TOP = 'tasks: [{ id: go, type: basic, use: core:workflow, with: { file: outer.yaml } }]\n';
const INNER = `tasks:
  - { id: one, type: basic, on_success: { next: all } }
  - { id: all, type: parallel, tasks: [{ id: deep, type: basic }] }
`;
const KEY = 'outer/call/2/1/1';

function events(runId: string, ...bodies: readonly RunEventBody[]): readonly RunEvent[] {
  const started: RunEventBody = { type: 'run.started', runId, input: { for: runId }, simulate: false };
  return [started, ...bodies].map((body, seq) => ({ seq, at: 1000 + seq, ...body }));
}

function recordOf(runId: string, source: string, all: readonly RunEvent[]): RunRecord {
  const row = { runId, path: `${runId}.yaml`, name: null, status: 'success', startedAt: 1000, endedAt: 2000 } as const;
  return { ...row, simulate: false, simulated: false, source, input: {}, events: all };
}

const at = (taskId: string, activation: number) => ({ taskId, activation, parent: null, operation: null });
const result = { duration: 1, retryCount: 0, simulated: false };
const ended = (taskId: string, activation: number, output: number): readonly RunEventBody[] => [
  { type: 'task.started', ...at(taskId, activation), input: {} },
  { type: 'task.succeeded', taskId, activation, output, ...result },
];

const records = new Map<string, RunRecord>();
const startRun = vi.fn<EngineWorker['startRun']>();
let stop: () => void = () => undefined;

beforeEach(async () => {
  resetSession({ 'inner.yaml': INNER, 'outer.yaml': OUTER, 'top.yaml': TOP });
  const parent = { runId: 'outer', key: KEY, root: 'outer', files: ['outer.yaml'] };
  records.set('inner', { ...recordOf('inner', INNER, events('inner', ...ended('one', 1, 7))), parent });
  const call = { taskId: 'call', activation: 2 };
  records.set(
    'outer',
    recordOf(
      'outer',
      OUTER,
      events(
        'outer',
        ...ended('before', 1, 5),
        { type: 'task.started', ...at('call', 2), input: {} },
        { type: 'effect.requested', ...call, key: KEY, kind: 'tool', name: 'core:workflow', request: {} },
        { type: 'child.reported', ...call, key: KEY, child: { runId: 'inner', file: 'inner.yaml' } },
      ),
    ),
  );
  startRun.mockReset().mockImplementation(async () => ({ ok: true, runId: 'again' }));
  const findRun: EngineWorker['findRun'] = async (runId) => records.get(runId) ?? null;
  const engine = idleEngine({ findRun, startRun, listRuns: async () => [] });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  await openRun('inner');
});
afterEach(() => stop());

it('begins the outermost run again, with its input and what was recorded on the way', async () => {
  runPart({ kind: 'from', taskId: 'all' });
  await vi.waitFor(() => expect(session.getState().document.activePath).toBe('outer.yaml'));
  const [request] = startRun.mock.calls[0] ?? [];
  expect(request).toMatchObject({
    path: 'outer.yaml',
    input: { for: 'outer' },
    plan: {
      from: { taskId: 'call' },
      reuse: [{ taskId: 'before', output: 5 }],
      children: { call: { from: { taskId: 'all' }, reuse: [{ taskId: 'one', output: 7 }] } },
    },
  });
});

it('begins the outermost of several runs around it again, each with the task that leads there', async () => {
  const key = 'top/go/1/1/1';
  const call = { taskId: 'go', activation: 1, key };
  const outer = records.get('outer');
  if (outer === undefined) throw new Error('There is none.');
  records.set('outer', { ...outer, parent: { runId: 'top', key, root: 'top', files: ['top.yaml'] } });
  const bodies: readonly RunEventBody[] = [
    { type: 'task.started', ...at('go', 1), input: {} },
    { type: 'effect.requested', ...call, kind: 'tool', name: 'core:workflow', request: {} },
    { type: 'child.reported', ...call, child: { runId: 'outer', file: 'outer.yaml' } },
  ];
  records.set('top', recordOf('top', TOP, events('top', ...bodies)));
  runPart({ kind: 'from', taskId: 'all' });
  await vi.waitFor(() => expect(session.getState().document.activePath).toBe('top.yaml'));
  expect(startRun.mock.calls[0]?.[0]).toMatchObject({
    path: 'top.yaml',
    input: { for: 'top' },
    plan: {
      from: { taskId: 'go' },
      children: { go: { from: { taskId: 'call' }, children: { call: { from: { taskId: 'all' } } } } },
    },
  });
});

it('runs a task alone in its own file', () => {
  runPart({ kind: 'only', taskId: 'all' });
  expect(session.getState().run.form).toEqual({
    path: 'inner.yaml',
    aim: { kind: 'only', taskId: 'all' },
    isShort: false,
  });
});

it.each([
  ['deep', () => undefined, /“deep” is inside “all”.*Begin with “all”/],
  ['all', () => records.delete('outer'), /no longer kept/],
  [
    'all',
    () => resetSession({ 'inner.yaml': INNER }, { run: session.getState().run }),
    /“outer.yaml” is no longer there/,
  ],
])('says why a run cannot begin with %s', async (taskId, change, said) => {
  change();
  const notices = collectNotices();
  runPart({ kind: 'from', taskId });
  await vi.waitFor(() => expect(notices).toHaveLength(1));
  expect(notices[0]?.message).toMatch(said);
  expect(startRun).not.toHaveBeenCalled();
});
