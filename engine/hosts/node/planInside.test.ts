import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { type Call, EMPTY_VIEW, foldRun, planFrom, planInside, planUntil, type RunTrace } from '../../run/index.ts';
import { failure, success } from '../../testing/family/answers.ts';
import { FamilyHost, ROOT } from '../../testing/family/FamilyHost.ts';
import { yaml } from '../../testing/index.ts';
import { childRunId } from '../children/ChildRequest.ts';

beforeAll(() => loadPatterns());

const post = (id: string, next: string): string =>
  `{ id: ${id}, type: basic, use: core:http, with: { url: /, method: POST, query: { id: ${id} } }, on_success: { next: ${next} } }`;

/** Three tasks; the last gives what the two before it gave. */
const STEPS = yaml`
  tasks:
    - ${post('one', 'two')}
    - ${post('two', 'three')}
    - { id: three, type: basic, with: { seen: "{{ tasks.one.output.id + tasks.two.output.id }}" } }
  outputs: { all: "{{ tasks.three.output.seen }}", one: "{{ tasks.one.output.id }}" }
`;

/** Calls a file between two tasks. */
const around = (file: string): string => yaml`
  tasks:
    - ${post('before', 'call')}
    - { id: call, type: basic, use: core:workflow, with: { file: ${file} }, on_success: { next: after } }
    - ${post('after', 'end')}
  outputs: { call: "{{ tasks.call.output }}", before: "{{ tasks.before.output.id }}", after: "{{ tasks.after.output.id ?? 'none' }}" }
`;

type Files = Readonly<Record<string, string>>;

const THREE_DEEP: Files = { 'root.yaml': around('mid.yaml'), 'mid.yaml': around('deep.yaml'), 'deep.yaml': STEPS };

/** Answers each request with the id of its task. */
const byId = (call: Call) => success({ id: call.taskId });

async function record(files: Files): Promise<FamilyHost> {
  const host = new FamilyHost({ files, seed: 1 }, byId);
  await host.live();
  return host;
}

async function tracesOf(host: FamilyHost): Promise<ReadonlyMap<string, RunTrace>> {
  const runs = await host.replay();
  return new Map([...runs].map(([runId, { events }]) => [runId, { events, view: foldRun(EMPTY_VIEW, events) }]));
}

/** The plan that begins or ends with a task of the run that the last of some calls started. */
async function planTask(
  kind: 'from' | 'until',
  { files, recorded }: { readonly files: Files; readonly recorded: FamilyHost },
  { keys, taskId }: { readonly keys: readonly string[]; readonly taskId: string },
) {
  const traces = await tracesOf(recorded);
  let [runId, file] = [ROOT, 'root.yaml'];
  const way = keys.map((key) => {
    const trace = traces.get(runId) ?? { events: [], view: EMPTY_VIEW };
    const { graph } = analyze(file, files[file] ?? '');
    runId = childRunId(`${runId}/${key}`);
    const call = `${trace.view.runId}/${key}`;
    file =
      [...trace.view.activations.values()].flatMap(({ effects }) => effects).find((effect) => effect.key === call)
        ?.child?.file ?? '';
    return { trace, graph, key: call };
  });
  const trace = traces.get(runId) ?? { events: [], view: EMPTY_VIEW };
  const inner =
    kind === 'from' ? planFrom(trace, taskId) : planUntil(trace, analyze(file, files[file] ?? '').graph, taskId);
  return planInside(kind, way, inner);
}

/** Runs the files again by that plan; answers the requests that were made, by task, and what it ended with. */
async function rerun(kind: 'from' | 'until', files: Files, at: Parameters<typeof planTask>[2]) {
  const recorded = await record(files);
  const plan = await planTask(kind, { files, recorded }, at);
  if (!plan.ok) throw new Error(plan.error.message);
  const host = new FamilyHost({ files, seed: 1 }, byId, { plan: plan.value });
  const view = await host.live();
  return { host, view, made: requests(host), plan: plan.value };
}

/** Ids of the tasks that made a request, in order. */
function requests(host: FamilyHost): readonly (string | undefined)[] {
  return [...host.calls.values()].filter(isRequest).map(({ taskId }) => taskId);
}

const isRequest = (call: Call): boolean => call.type === 'tool.call' && call.use === 'core:http';

const DEEP = { keys: ['call/2/1/1', 'call/2/1/1'], taskId: 'two' };

describe('a family that begins with a task inside', () => {
  test('makes no request that was made before it, in any run on the way, and ends as the recorded one', async () => {
    const recorded = await (await record(THREE_DEEP)).live();
    const { view, made } = await rerun('from', THREE_DEEP, DEEP);
    expect(made).toEqual(['two', 'after', 'after']);
    expect(view).toMatchObject({ status: 'success', output: recorded?.output });
  });

  test('does so after a crash at any of its writes', async () => {
    const { view, host, plan } = await rerun('from', THREE_DEEP, DEEP);
    const { writes } = host.disk;
    expect(writes).toBeGreaterThan(10);
    for (let write = 1; write <= writes; write += 1) {
      const broken = new FamilyHost({ files: THREE_DEEP, seed: 1 }, byId, { plan });
      await broken.live({ crash: { write, isStored: write % 2 === 0 } });
      expect((await broken.live())?.output).toEqual(view?.output);
      expect(new Set(requests(broken))).toEqual(new Set(['two', 'after']));
    }
  });

  test('begins there also in the next attempt of the call', async () => {
    const files = {
      'root.yaml': yaml`
        tasks: [{ id: call, type: basic, use: core:workflow, with: { file: deep.yaml }, retry: { attempts: 1, backoff: fixed, interval: 1ms } }]
      `,
      'deep.yaml': STEPS,
    };
    const recorded = await record(files);
    const plan = await planTask('from', { files, recorded }, { keys: ['call/1/1/1'], taskId: 'two' });
    if (!plan.ok) throw new Error(plan.error.message);
    let isFirst = true;
    const failing = (call: Call) => {
      const fails = isFirst && call.taskId === 'two';
      if (fails) isFirst = false;
      return fails ? failure('COMMUNICATION_ERROR') : byId(call);
    };
    const host = new FamilyHost({ files, seed: 1 }, failing, { plan: plan.value });
    expect(await host.live()).toMatchObject({ status: 'success' });
    expect(requests(host)).toEqual(['two', 'two']);
  });

  test('runs another round of the call in full', async () => {
    const files = {
      'root.yaml': yaml`
        tasks:
          - { id: call, type: basic, use: core:workflow, with: { file: deep.yaml }, on_success: { next: more } }
          - { id: more, type: decision, config: { condition: "{{ tasks.count.output.n ?? 0 }}", routes: { "0": count, "1": done } } }
          - { id: count, type: basic, with: { n: 1 }, on_success: { next: call } }
          - { id: done, type: basic }
      `,
      'deep.yaml': STEPS,
    };
    const first = await rerun('from', files, { keys: ['call/1/1/1'], taskId: 'three' });
    expect(first.view?.status).toBe('success');
    expect(first.made).toEqual(['one', 'two']);
    // The last round is begun with as it was: the one before it is a result.
    const last = await rerun('from', files, { keys: ['call/4/1/1'], taskId: 'two' });
    expect(last.view?.status).toBe('success');
    expect(last.made).toEqual(['two']);
  });

  test('of one item of a collection lets the other items answer as they did', async () => {
    const files = {
      'root.yaml': yaml`
        tasks:
          - ${post('before', 'each')}
          - { id: each, type: collection, use: core:workflow, config: { items: [a, b, c] }, with: { file: deep.yaml, input: { v: "{{ item }}" } } }
      `,
      'deep.yaml': STEPS,
    };
    const { made, view, host } = await rerun('from', files, { keys: ['each/2/1/item-1.1'], taskId: 'two' });
    expect(made).toEqual(['two']);
    expect(view?.output).toEqual([0, 1, 2].map(() => ({ all: 'onetwo', one: 'one' })));
    expect(host.disk.runs.size).toBe(2);
    const linked = view?.tasks.get('each')?.effects.map(({ child }) => child?.runId) ?? [];
    expect(linked).toHaveLength(3);
    expect(new Set(linked).size).toBe(3);
  });

  test('of a container begins that again', async () => {
    const files = {
      'root.yaml': yaml`
        tasks:
          - ${post('before', 'all')}
          - id: all
            type: parallel
            config: {}
            tasks:
              - { id: left, type: basic, use: core:workflow, with: { file: deep.yaml } }
              - { id: right, type: basic, use: core:workflow, with: { file: deep.yaml } }
      `,
      'deep.yaml': STEPS,
    };
    const recorded = await record(files);
    const call = [...recorded.calls.keys()].find((key) => key.includes('/right/'))?.slice(`${ROOT}/`.length) ?? '';
    const { made, view } = await rerun('from', files, { keys: [call], taskId: 'two' });
    expect(made).toEqual(['two']);
    expect(view?.status).toBe('success');
  });
});

describe('a family that ends with a task inside', () => {
  test('ends there, and answers for the tasks beside it as they did', async () => {
    const { view, made, host } = await rerun('until', THREE_DEEP, DEEP);
    expect(view?.status).toBe('success');
    expect(made).toEqual(['two']);
    const deep = (await tracesOf(host)).get(childRunId(`${childRunId(`${ROOT}/call/2/1/1`)}/call/2/1/1`))?.view;
    expect([...(deep?.tasks.values() ?? [])].map(({ taskId, pinned }) => [taskId, pinned])).toEqual([
      ['one', 'reused'],
      ['two', null],
    ]);
  });
});

test('what is set on a file holds in a run with a plan of its own, and so does the rest of that plan', async () => {
  const recorded = await record(THREE_DEEP);
  const plan = await planTask('from', { files: THREE_DEEP, recorded }, DEEP);
  if (!plan.ok) throw new Error(plan.error.message);
  const inside = { 'deep.yaml': { breakpoints: [{ at: { task: 'three' }, condition: null }] } };
  const host = new FamilyHost({ files: THREE_DEEP, seed: 1 }, byId, { plan: { ...plan.value, inside } });
  expect((await host.live())?.paused?.reason).toBe('child');
  expect(requests(host)).toEqual(['two']);
});

test('a plan for the run of a task that is gone does not begin', async () => {
  const host = new FamilyHost({ files: THREE_DEEP, seed: 1 }, byId, { plan: { children: { 'gone[2]': {} } } });
  expect(await host.live()).toMatchObject({ status: 'error', error: { code: 'REFERENCE_ERROR' } });
});

test('a call whose task is gone has no place in a new run', async () => {
  const recorded = await record(THREE_DEEP);
  const files = { ...THREE_DEEP, 'root.yaml': THREE_DEEP['root.yaml']?.replaceAll('call', 'other') ?? '' };
  const plan = await planTask('from', { files, recorded }, DEEP);
  expect(plan).toMatchObject({ ok: false, error: { details: { type: 'plan.inside' } } });
});
