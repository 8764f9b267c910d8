import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Json, loadPatterns } from '../../base/index.ts';
import { openCheckpoint, takeCheckpoint } from '../../driver/index.ts';
import { readWorkflow } from '../../model/index.ts';
import type { Outcome, RunPlan } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { ANSWER, type Answerer, answerOf, failure, success } from '../../testing/family/answers.ts';
import { checkEnded, readFamily } from '../../testing/family/checkFamily.ts';
import { FamilyHost, ROOT } from '../../testing/family/FamilyHost.ts';
import type { Crash } from '../../testing/family/MemoryDisk.ts';
import { callOf, TWO_STEPS } from '../../testing/family/workflows.ts';
import { yaml } from '../../testing/index.ts';
import { childRunId } from '../children/ChildRequest.ts';

beforeAll(() => loadPatterns());

const TOKENS = ANSWER.input_tokens + ANSWER.output_tokens;

const agent = 'agents: [{ id: a, use: core:agent, config: { provider: openai, model: gpt-4.1 } }]';

/** Three answers of a model, one after the other. */
const THREE_ANSWERS = yaml`
  ${agent}
  tasks:
    - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: two } }
    - { id: two, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: three } }
    - { id: three, type: basic, use: agent:a, with: { prompt: Hi } }
`;

const wellAnswered: Answerer = (call) => (call.type === 'tool.call' ? success({ n: 7 }) : answerOf(call, 1));

/** Runs another workflow until the task beside it fails. */
const cutOff = (file: string): string => yaml`
  tasks:
    - id: both
      type: parallel
      config: { fail_fast: true }
      tasks:
        - { id: fails, type: basic, use: core:http, with: { url: / } }
        - { id: call, type: basic, use: core:workflow, with: { file: ${file} } }
      on_error: { next: after }
    - { id: after, type: basic, use: core:http, with: { url: /, method: POST } }
`;

const HANGS = yaml`
  ${agent}
  tasks:
    - { id: one, type: basic, use: agent:a, with: { prompt: Hi }, on_success: { next: hang } }
    - { id: hang, type: basic, use: core:http, with: { url: /, method: POST } }
`;

/** The task `fails` fails once `hang` was called, which is never answered. */
function failOnceItHangs(): Answerer {
  const waiting: (() => void)[] = [];
  const hung = new Promise<void>((resolve) => waiting.push(resolve));
  return (call) => {
    if (call.taskId === 'fails') return hung.then(() => failure('VALIDATION_ERROR'));
    if (call.taskId !== 'hang') return wellAnswered(call);
    waiting[0]?.();
    return null;
  };
}

const isOld = ({ type }: { readonly type: string }): boolean => type !== 'child.reported';

function hostOf(
  files: Readonly<Record<string, string>>,
  {
    answer = wellAnswered,
    ...limits
  }: { answer?: Answerer; budget?: { tokens: number }; most?: number; plan?: RunPlan } = {},
): FamilyHost {
  return new FamilyHost({ files, seed: 1 }, answer, limits);
}

/** Id of the run that the only call of `call` in a run starts, at some attempt. */
const childOf = (runId: string, attempt = 1): string => childRunId(`${runId}/call/1/${attempt}/1`);

describe('a workflow that another one runs', () => {
  test('is a run with an id, a journal and an origin, which the run around it links to', async () => {
    const host = hostOf({ 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('deep.yaml'), 'deep.yaml': TWO_STEPS });
    expect(await host.live()).toMatchObject({ status: 'success', output: { it: { it: { n: 7 } } } });
    const [mid, deep] = [childOf(ROOT), childOf(childOf(ROOT))];
    const files = ['root.yaml', 'mid.yaml'];
    expect(host.disk.runs.get(deep)?.inputs[0]).toMatchObject({
      type: 'run.started',
      runId: deep,
      file: 'deep.yaml',
      parent: { runId: mid, root: ROOT, key: `${mid}/call/1/1/1`, files },
    });
    expect(host.disk.runs.get(deep)?.head).toMatchObject({ path: 'deep.yaml', source: TWO_STEPS });
    const runs = await readFamily(host);
    expect(runs.get(ROOT)?.view.tasks.get('call')?.effects[0]?.child).toEqual({ runId: mid, file: 'mid.yaml' });
    expect([...runs.keys()].sort()).toEqual([ROOT, mid, deep].sort());
  });

  test('is continued after a crash where it was, and answers with what it ended with', async () => {
    const host = hostOf({ 'root.yaml': callOf('inner.yaml'), 'inner.yaml': TWO_STEPS });
    const inner = childOf(ROOT);
    const isRecorded = (): boolean =>
      host.disk.runs.get(inner)?.inputs.some(({ type }) => type === 'effect.completed') ?? false;
    expect(await host.live({ crashWhen: isRecorded })).toBeNull();
    expect([...host.performs.keys()]).toEqual([`${ROOT}/call/1/1/1`, `${inner}/one/1/1/1`]);
    expect(await host.live()).toMatchObject({ status: 'success', output: { it: { n: 7 } } });
    expect(host.performs.get(`${inner}/one/1/1/1`)).toBe(1);
    expect(host.disk.runs.size).toBe(2);
  });

  test('runs anew for each attempt of its task: what an attempt has done stays in the history', async () => {
    const failing = yaml`tasks: [{ id: a, type: basic, use: core:http, with: { url: / } }]`;
    const retried = callOf('inner.yaml', ', retry: { attempts: 1, backoff: fixed, interval: 1ms }');
    const answer: Answerer = ({ key }) =>
      key.startsWith(childOf(ROOT, 1)) ? failure('COMMUNICATION_ERROR') : success({});
    const host = hostOf({ 'root.yaml': retried, 'inner.yaml': failing }, { answer });
    expect(await host.live()).toMatchObject({ status: 'success' });
    const runs = await readFamily(host);
    expect(runs.get(childOf(ROOT, 1))?.view.status).toBe('error');
    expect(runs.get(childOf(ROOT, 2))?.view.status).toBe('success');
  });

  test('ends with the run around it, however deep it is', async () => {
    const slow = yaml`tasks: [{ id: hang, type: basic, use: core:http, with: { url: / } }]`;
    const host = hostOf(
      { 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('deep.yaml'), 'deep.yaml': slow },
      { answer: () => null },
    );
    const deep = childOf(childOf(ROOT));
    const view = await host.live({ cancelWhen: () => (host.disk.runs.get(deep)?.inputs.length ?? 0) > 0 });
    expect(view).toMatchObject({ status: 'cancelled' });
    const runs = await readFamily(host);
    expect([...runs.values()].map(({ view: { status } }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    checkEnded(runs, host);
  });

  test('is cancelled with it at whichever write the process crashes, once the run around has recorded that it is', async () => {
    const hangs = yaml`tasks: [{ id: hang, type: basic, use: core:http, with: { url: /, method: POST } }]`;
    const files = { 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('deep.yaml'), 'deep.yaml': hangs };
    const deep = childOf(childOf(ROOT));
    const cancel = async (crash?: Crash) => {
      const host = hostOf(files, { answer: () => null });
      const inputsOf = (runId: string) => host.disk.runs.get(runId)?.inputs ?? [];
      await host.live({ cancelWhen: () => inputsOf(deep).length > 0, ...(crash === undefined ? {} : { crash }) });
      const isRecorded = inputsOf(ROOT).some(({ type }) => type === 'run.cancelled');
      return { host, isRecorded, isOver: inputsOf(deep).some(({ type }) => type === 'run.cancelled') };
    };
    const { disk } = (await cancel()).host;
    let between = 0;
    for (let write = 1; write <= disk.writes; write += 1)
      for (const isStored of [false, true]) {
        const { host, isRecorded, isOver } = await cancel({ write, isStored });
        if (!isRecorded) continue;
        if (!isOver) between += 1;
        const made = [...host.performs];
        expect(await host.live()).toMatchObject({ status: 'cancelled' });
        const runs = await readFamily(host);
        checkEnded(runs, host);
        expect([...runs.values()].map(({ view }) => view.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
        expect([...host.performs]).toEqual(made);
      }
    expect(between).toBeGreaterThan(1);
  });

  test('is cancelled after a crash where its call was aborted by then, and calls nothing again', async () => {
    const files = { 'root.yaml': cutOff('mid.yaml'), 'mid.yaml': callOf('deep.yaml'), 'deep.yaml': HANGS };
    const host = hostOf(files, { answer: failOnceItHangs() });
    const isAborted = (): boolean =>
      host.disk.runs.get(ROOT)?.inputs.some(({ type }) => type === 'effect.completed') ?? false;
    expect(await host.live({ crashWhen: isAborted })).toBeNull();
    const before = await readFamily(host);
    expect([...before.values()].map(({ isFinished }) => isFinished)).toEqual([false, false, false]);
    const { tracked } = await host.disk.replay(ROOT);
    expect([...tracked.abandoned]).toEqual([expect.stringMatching(/^root\/call\//)]);
    const workflow = readWorkflow(parseSyntax(files['root.yaml']));
    const opened = openCheckpoint(takeCheckpoint(tracked, 'digest', null), workflow, 'digest');
    expect(opened.ok && [...opened.value.tracked.abandoned]).toEqual([...tracked.abandoned]);
    expect(await host.live()).toMatchObject({ status: 'success' });
    const runs = await readFamily(host);
    checkEnded(runs, host);
    expect([...runs.values()].map(({ view }) => view.status)).toEqual(['success', 'cancelled', 'cancelled']);
    expect([...host.performs].filter(([key]) => key.includes('/hang/'))).toEqual([[expect.anything(), 1]]);
  });
});

test('an input that is nested too deep is an error of the call', async () => {
  const root = yaml`
    tasks:
      - { id: get, type: basic, use: core:http, with: { url: / }, on_success: { next: call } }
      - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml, input: { deep: "{{ tasks.get.output }}" } } }
  `;
  let deep: Json = 1;
  for (let level = 0; level < 256; level += 1) deep = [deep];
  const host = hostOf({ 'root.yaml': root, 'inner.yaml': TWO_STEPS }, { answer: () => success(deep) });
  const message = expect.stringContaining('nested over 256 levels deep');
  expect(await host.live()).toMatchObject({ status: 'error', error: { code: 'VALIDATION_ERROR', message } });
  expect(host.disk.runs.size).toBe(1);
});

test('a run that was cancelled with its call, and has ended, is only read when the one around it is opened again', async () => {
  const host = hostOf({ 'root.yaml': cutOff('inner.yaml'), 'inner.yaml': HANGS }, { answer: failOnceItHangs() });
  expect(await host.live()).toMatchObject({ status: 'success' });
  const open = vi.spyOn(host.disk, 'open');
  expect(await host.live()).toMatchObject({ status: 'success' });
  expect(open.mock.calls.map(([runId]) => runId)).toEqual([ROOT]);
});

describe('limits', () => {
  test('a file never runs inside of itself, and the error says on which way it would', async () => {
    const host = hostOf({ 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('root.yaml') });
    const view = await host.live();
    const message = expect.stringContaining('root.yaml → mid.yaml → root.yaml');
    expect(view).toMatchObject({ status: 'error', error: { code: 'CONFIGURATION_ERROR', message } });
  });

  test('at most 8 workflows run inside of each other, the outermost counted', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [n === 0 ? 'root.yaml' : `f${n}.yaml`, callOf(`f${n + 1}.yaml`)]),
    );
    expect(await hostOf(files).live()).toMatchObject({ error: { code: 'LIMIT_ERROR' } });
    const ends = { ...files, 'f7.yaml': 'tasks: [{ id: a, type: basic }]' };
    expect(await hostOf(ends).live()).toMatchObject({ status: 'success' });
  });

  test('a run starts only so many, those of its children counted, also over a crash', async () => {
    const many = yaml`
      tasks:
        - id: all
          type: collection
          config: { items: "{{ range(0, 3) }}", mode: sequential, continue_on_error: true }
          use: core:workflow
          with: { file: inner.yaml }
    `;
    const files = {
      'root.yaml': many,
      'inner.yaml': callOf('leaf.yaml'),
      'leaf.yaml': 'tasks: [{ id: a, type: basic }]',
    };
    expect(await hostOf(files, { most: 6 }).live()).toMatchObject({ warnings: [] });
    for (const crash of [undefined, { write: 12, isStored: true }]) {
      const host = hostOf(files, { most: 5 });
      if (crash !== undefined) expect(await host.live({ crash })).toBeNull();
      await host.live();
      const runs = await readFamily(host);
      expect(runs.size).toBe(6);
      const errors = [...runs.values()].flatMap(({ view }) => (view.error === null ? [] : [view.error.message]));
      expect(errors.join()).toContain('has started 5 other runs');
    }
  });
});

describe('a budget', () => {
  test('is that of all runs: a child pauses before its next call, and all around it', async () => {
    const files = { 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('inner.yaml'), 'inner.yaml': THREE_ANSWERS };
    const host = hostOf(files, { budget: { tokens: TOKENS } });
    const view = await host.live();
    expect(view).toMatchObject({ status: 'running', paused: { reason: 'budget' } });
    expect(view?.usage).toMatchObject({
      input_tokens: 2 * ANSWER.input_tokens,
      output_tokens: 2 * ANSWER.output_tokens,
    });
    const models = (): number => [...host.performs.keys()].filter((key) => /\/(one|two|three)\//.test(key)).length;
    expect(models()).toBe(2);
    for (const { view: paused } of (await readFamily(host)).values()) expect(paused.paused).not.toBeNull();
    const raised = await host.live({ inputs: [{ type: 'run.resumed', budget: { tokens: 100 } }] });
    expect(raised).toMatchObject({ status: 'success' });
    expect(models()).toBe(3);
    expect([...host.performs.values()].filter((count) => count > 2)).toEqual([]);
  });

  test('that was raised after a crash reaches the runs that were cut off, however deep they are', async () => {
    const files = { 'root.yaml': callOf('mid.yaml'), 'mid.yaml': callOf('inner.yaml'), 'inner.yaml': THREE_ANSWERS };
    const host = hostOf(files, { budget: { tokens: TOKENS } });
    const inner = childOf(childOf(ROOT));
    const crashWhen = (): boolean => host.performs.has(`${inner}/one/1/1/1`);
    const answer = host.live({ crashWhen });
    expect(await answer).toBeNull();
    const raised = await host.live({ inputs: [{ type: 'run.resumed', budget: { tokens: 10 * TOKENS } }] });
    expect(raised).toMatchObject({ status: 'success', paused: null });
    const runs = await readFamily(host);
    checkEnded(runs, host);
    expect(host.disk.runs.get(inner)?.inputs.filter(({ type }) => type === 'run.resumed')).toHaveLength(1);
  });

  test('bounds runs side by side, which end what they have under way', async () => {
    const both = yaml`
      tasks:
        - id: both
          type: parallel
          tasks:
            - { id: left, type: basic, use: core:workflow, with: { file: inner.yaml } }
            - { id: right, type: basic, use: core:workflow, with: { file: inner.yaml } }
    `;
    const inner = yaml`
      ${agent}
      tasks:
        - id: ask
          type: collection
          config: { items: "{{ range(0, 20) }}", mode: sequential }
          use: agent:a
          with: { prompt: Hi }
    `;
    const host = hostOf({ 'root.yaml': both, 'inner.yaml': inner }, { budget: { tokens: 4 * TOKENS } });
    const view = await host.live();
    expect(view).toMatchObject({ status: 'running', paused: { reason: 'budget' } });
    const answers = (view?.usage?.input_tokens ?? 0) / ANSWER.input_tokens;
    expect(answers).toBeGreaterThan(4);
    expect(answers).toBeLessThan(16);
    expect(await host.live({ inputs: [{ type: 'run.resumed', budget: { tokens: 1000 } }] })).toMatchObject({
      status: 'success',
      usage: { input_tokens: 40 * ANSWER.input_tokens },
    });
  });

  test('counts what a run has used whose call was aborted', async () => {
    const host = hostOf({ 'root.yaml': cutOff('inner.yaml'), 'inner.yaml': HANGS }, { answer: failOnceItHangs() });
    expect(await host.live()).toMatchObject({ status: 'success', usage: ANSWER });
  });
});

test('a run around others is paused only once all that they have under way is recorded', async () => {
  const files = { 'root.yaml': callOf('inner.yaml'), 'inner.yaml': THREE_ANSWERS };
  const host = hostOf(files);
  const view = await host.live({ inputs: [{ type: 'run.paused', reason: 'asked' }] });
  expect(view).toMatchObject({ paused: { reason: 'asked' } });
  const runs = await readFamily(host);
  expect(runs.get(childOf(ROOT))?.view.paused?.reason ?? 'not begun').toMatch(/parent|not begun/);
  expect(await host.live({ inputs: [{ type: 'run.resumed' }] })).toMatchObject({ status: 'success' });
});

/** Answers once something is so, or after many turns of the event loop. */
async function until(holds: () => boolean): Promise<Outcome> {
  for (let turn = 0; turn < 500 && !holds(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return success({ n: 1 });
}

test('a run that pauses lets those below it end what they have under way, and start nothing', async () => {
  const root = yaml`
    tasks:
      - { id: begin, type: basic, on_success: { next: [call, x] } }
      - { id: call, type: basic, use: core:workflow, with: { file: inner.yaml } }
      - { id: x, type: basic, use: core:http, with: { url: / }, on_success: { next: y } }
      - { id: y, type: basic }
  `;
  const isPaused = (): boolean =>
    [...host.disk.runs.values()].some(({ inputs }) => inputs.some(({ type }) => type === 'run.paused'));
  const hasBegun = (): boolean => [...host.performs.keys()].some((key) => key.includes('/one/'));
  const answer: Answerer = (call) =>
    call.taskId === 'two' ? success({ n: 7 }) : until(call.taskId === 'one' ? isPaused : hasBegun);
  const plan = { breakpoints: [{ at: { task: 'y' }, condition: null }] };
  const host: FamilyHost = hostOf({ 'root.yaml': root, 'inner.yaml': TWO_STEPS }, { answer, plan });
  expect(await host.live()).toMatchObject({ paused: { reason: 'breakpoint', next: { taskId: 'y' } } });
  const steps = (): readonly string[] => [...host.performs.keys()].flatMap((key) => key.match(/one|two/) ?? []);
  expect(steps()).toEqual(['one']);
  const [, inner] = [...(await readFamily(host)).values()];
  expect(inner?.view.paused?.reason).toBe('parent');
  expect(inner?.view.tasks.get('one')?.status).toBe('success');
  expect(await host.live({ inputs: [{ type: 'run.resumed' }] })).toMatchObject({ status: 'success' });
  expect(steps()).toEqual(['one', 'two']);
});

test('a journal of a version in which another workflow was one step is continued', async () => {
  const files = { 'root.yaml': callOf('inner.yaml'), 'inner.yaml': TWO_STEPS };
  const host = hostOf(files);
  await host.live();
  const whole = host.disk.runs.get(ROOT)?.inputs ?? [];
  const end = whole.findIndex(({ type }) => type === 'effect.completed');
  // As it was written then: with its outcome, and cut off amid the step.
  for (const inputs of [whole.filter(isOld), whole.slice(0, end).filter(isOld)]) {
    const old = hostOf(files);
    const head = { path: 'root.yaml', source: files['root.yaml'], files: [], salt: 's', start: null };
    old.disk.runs.set(ROOT, { head, inputs: [...inputs], proofs: [] });
    expect(await old.live()).toMatchObject({ status: 'success', output: { it: { n: 7 } } });
  }
});
