import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import type { FilePlan, RunPlan, RunView } from '../../run/index.ts';
import { success } from '../../testing/family/answers.ts';
import { readFamily } from '../../testing/family/checkFamily.ts';
import { FamilyHost, ROOT } from '../../testing/family/FamilyHost.ts';
import { callOf, TWO_STEPS } from '../../testing/family/workflows.ts';
import { yaml } from '../../testing/index.ts';
import { childRunId } from '../children/ChildRequest.ts';

beforeAll(() => loadPatterns());

/** Two runs of one file side by side. */
const SIDE_BY_SIDE = yaml`
  tasks:
    - id: both
      type: parallel
      config: {}
      tasks:
        - { id: left, type: basic, use: core:workflow, with: { file: deep.yaml } }
        - { id: right, type: basic, use: core:workflow, with: { file: deep.yaml } }
`;

const RESUME = { type: 'run.resumed' } as const;
const STEP = { type: 'run.stepped' } as const;

const stopAt = (task: string): FilePlan => ({ breakpoints: [{ at: { task }, condition: null }] });

/** Sets or removes a breakpoint in the innermost file. */
const settingAt = (task: string, isSet: boolean) =>
  ({ type: 'breakpoint.set', breakpoint: { at: { task }, condition: null }, isSet, file: 'deep.yaml' }) as const;

function hostOf(files: Readonly<Record<string, string>>, plan?: RunPlan): FamilyHost {
  return new FamilyHost({ files, seed: 1 }, () => success({ n: 7 }), plan === undefined ? {} : { plan });
}

const THREE_DEEP = { 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('deep.yaml'), 'deep.yaml': TWO_STEPS };
const MID = childRunId(`${ROOT}/call/1/1/1`);
const DEEP = childRunId(`${MID}/call/1/1/1`);

async function viewsOf(host: FamilyHost): Promise<ReadonlyMap<string, RunView>> {
  return new Map([...(await readFamily(host))].map(([runId, { view }]) => [runId, view]));
}

describe('a breakpoint on a task of a file', () => {
  test('stops a run of that file, and all runs around it say where', async () => {
    const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': stopAt('two') } });
    await host.live();
    const views = await viewsOf(host);
    expect(views.get(ROOT)?.paused).toMatchObject({ reason: 'child', child: MID });
    expect(views.get(MID)?.paused).toMatchObject({ reason: 'child', child: DEEP });
    expect(views.get(DEEP)?.paused).toMatchObject({ reason: 'breakpoint', next: { taskId: 'two' } });
    expect(await host.live({ inputs: [RESUME] })).toMatchObject({
      status: 'success',
      output: { it: { it: { n: 7 } } },
    });
    expect([...host.performs].filter(([key]) => key.startsWith(DEEP)).map(([, count]) => count)).toEqual([1, 1]);
  });

  test('stops both of two runs side by side, one after the other', async () => {
    const host = hostOf(
      { 'root.yaml': SIDE_BY_SIDE, 'deep.yaml': TWO_STEPS },
      { inside: { 'deep.yaml': stopAt('two') } },
    );
    const first = await host.live();
    expect(first?.paused?.reason).toBe('child');
    const second = await host.live({ inputs: [RESUME] });
    expect(second?.paused?.reason).toBe('child');
    expect(second?.paused?.child).not.toBe(first?.paused?.child);
    expect((await viewsOf(host)).get(second?.paused?.child ?? '')?.paused?.reason).toBe('breakpoint');
    expect(host.performs.has(`${second?.paused?.child}/two/1/1/1`)).toBe(false);
    expect(await host.live({ inputs: [RESUME] })).toMatchObject({ status: 'success' });
  });

  test('is set while the runs are under way: those of its file are told, and those around them for runs to come', async () => {
    const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': stopAt('one') } });
    await host.live();
    const set = { type: 'breakpoint.set', breakpoint: { at: { task: 'two' }, condition: null }, isSet: true } as const;
    await host.live({ feed: { once: DEEP, to: ROOT, inputs: [{ ...set, file: 'deep.yaml' }] } });
    const toldTo = (runId: string) => host.disk.runs.get(runId)?.inputs.find(({ type }) => type === 'breakpoint.set');
    expect(toldTo(MID)).toMatchObject({ ...set, file: 'deep.yaml' });
    expect(toldTo(DEEP)).toMatchObject(set);
    expect(toldTo(DEEP)).not.toHaveProperty('file');
    expect(await host.live({ inputs: [RESUME] })).toMatchObject({ status: 'running' });
    expect((await viewsOf(host)).get(DEEP)?.paused).toMatchObject({ reason: 'breakpoint', next: { taskId: 'two' } });
  });

  test('that was set, or removed, before a crash cut that off is told to the runs below once they are open again', async () => {
    const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': stopAt('one') } });
    await host.live();
    const pin = {
      type: 'output.pinned',
      taskId: 'two',
      pin: { kind: 'pinned', output: { n: 9 } },
      file: 'deep.yaml',
    } as const;
    const isTold = (): boolean =>
      host.disk.runs.get(ROOT)?.inputs.some(({ type }) => type === 'output.pinned') ?? false;
    const inputs = [settingAt('one', false), settingAt('two', true), pin];
    expect(await host.live({ feed: { once: DEEP, to: ROOT, inputs }, crashWhen: isTold })).toBeNull();
    expect(host.disk.runs.get(DEEP)?.inputs.some(({ type }) => type === 'output.pinned')).toBe(false);
    await host.live();
    for (const runId of [MID, DEEP])
      expect(host.disk.runs.get(runId)?.inputs.filter(({ type }) => /set|pinned/.test(type))).toHaveLength(3);
    await host.live({ inputs: [RESUME] });
    expect((await viewsOf(host)).get(DEEP)?.paused).toMatchObject({ reason: 'breakpoint', next: { taskId: 'two' } });
    expect(await host.live({ inputs: [RESUME] })).toMatchObject({ output: { it: { it: { n: 9 } } } });
    // They agree from then on.
    for (const runId of [MID, DEEP])
      expect(host.disk.runs.get(runId)?.inputs.filter(({ type }) => /set|pinned/.test(type))).toHaveLength(3);
  });

  test('stops again after a crash before the runs around it have paused', async () => {
    const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': stopAt('two') } });
    const hasStopped = (): boolean =>
      host.disk.runs.get(MID)?.inputs.some(({ type }) => type === 'run.paused') ?? false;
    expect(await host.live({ crashWhen: hasStopped })).toBeNull();
    const view = await host.live();
    expect(view?.paused).toMatchObject({ reason: 'child', child: MID });
    expect(await host.live({ inputs: [RESUME] })).toMatchObject({ status: 'success' });
  });
});

test('a run that is stopped inside makes one step at a time, while those around it stay paused', async () => {
  const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': stopAt('one') } });
  await host.live();
  await host.live({ feed: { once: DEEP, to: DEEP, inputs: [STEP] } });
  const views = await viewsOf(host);
  expect(views.get(DEEP)?.tasks.get('one')?.status).toBe('success');
  expect(views.get(DEEP)?.paused).toMatchObject({ reason: 'step', next: { taskId: 'two' } });
  expect(views.get(ROOT)?.paused?.reason).toBe('child');
  expect(await host.live({ inputs: [RESUME] })).toMatchObject({ status: 'success' });
});

test('a step at a call goes into the run that it starts, which stops before its first task', async () => {
  const host = hostOf(THREE_DEEP, { isPaused: true });
  await host.live();
  await host.live({ inputs: [STEP] });
  const views = await viewsOf(host);
  expect(views.get(ROOT)?.paused?.reason).toBe('step');
  expect(views.get(MID)?.paused).toMatchObject({ next: { taskId: 'call' } });
  expect(views.has(DEEP)).toBe(false);
  await host.live({ feed: { once: MID, to: MID, inputs: [STEP] } });
  expect((await viewsOf(host)).get(DEEP)?.paused).toMatchObject({ next: { taskId: 'one' } });
  expect(host.performs.has(`${DEEP}/one/1/1/1`)).toBe(false);
  expect(await host.live({ inputs: [RESUME] })).toMatchObject({ status: 'success' });
});

test('a pin of a file holds in its runs, however deep, and not in those around them', async () => {
  const pin = { kind: 'pinned', output: { n: 42 } } as const;
  const host = hostOf(THREE_DEEP, { inside: { 'deep.yaml': { pins: { two: pin } } } });
  expect(await host.live()).toMatchObject({ status: 'success', output: { it: { it: { n: 42 } } } });
  const deep = (await viewsOf(host)).get(DEEP);
  expect(deep?.tasks.get('two')?.pinned).toBe('pinned');
  expect(host.performs.has(`${DEEP}/two/1/1/1`)).toBe(false);
});
