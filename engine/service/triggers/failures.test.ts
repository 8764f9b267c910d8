import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err } from '../../base/index.ts';
import { TestWorkspace } from '../local/testing.ts';
import type { RunService } from '../RunService.ts';
import { type ChangingTriggers, openTriggers } from './ChangingTriggers.ts';
import { readText, SetClock } from './testing.ts';

const FAILS = 'tasks:\n  - { id: a, type: basic, use: core:http, with: { url: "no address" } }\n';
const WORKS = 'tasks:\n  - { id: a, type: basic, with: { n: 1 } }\noutputs: { told: "{{ workflow.input }}" }\n';

let workspace: TestWorkspace;
let service: RunService;
let triggers: ChangingTriggers;
let problems: string[];
const started: string[] = [];

beforeEach(() => {
  workspace = new TestWorkspace();
  started.length = 0;
  for (const name of ['bad', 'worse', 'alert']) workspace.write(`${name}.yaml`, name === 'alert' ? WORKS : FAILS);
});
afterEach(async () => {
  await triggers.end();
  await workspace.remove();
});

/** Begins as a server does, also after a crash. */
async function open(text: string, clock = newClock()): Promise<void> {
  problems = [];
  await workspace.close();
  service = await workspace.open();
  triggers = await openOver(service, text, clock);
  await triggers.begin(onStart);
}

async function openOver(over: RunService, text: string, clock = newClock()): Promise<ChangingTriggers> {
  return openTriggers(await readText(text), { service: over, state: workspace.state, env: {}, clock, onProblem });
}

function onProblem(message: string): void {
  problems.push(message);
}

/** What the state folder has of the rules. */
function readKept(): unknown {
  return JSON.parse(readFileSync(path.join(workspace.state, 'failures.json'), 'utf8'));
}

function onStart(id: string): void {
  started.push(id);
  triggers.follow(id);
}

/** Starts a run, and waits for its failure. */
async function fail(workflow: string, runId: string, isFollowed = true): Promise<void> {
  await service.start({ workflow, input: {}, runId, trigger: 'webhook shop' });
  if (isFollowed) triggers.follow(runId);
  expect(await service.untilEnded(runId, new AbortController().signal)).toMatchObject({ status: 'error' });
}

/** What was started for failures: the failed run, and what is started for it. */
async function handled(): Promise<readonly string[]> {
  const page = await service.list({ limit: 50 });
  return (page?.runs ?? [])
    .filter(({ trigger }) => trigger?.startsWith('failure ') === true)
    .map(({ trigger, workflow }) => `${trigger} ${workflow}`)
    .toSorted();
}

/** Lets everything that was started come to its end. */
async function settle(): Promise<void> {
  for (const id of started) await service.untilEnded(id, new AbortController().signal);
}

test('a run that fails starts the workflow, which is told of it', async () => {
  await open('on_failure: alert');
  await fail('bad', 'one');
  await expect.poll(handled).toEqual(['failure one alert']);
  await settle();
  const [id = ''] = started;
  expect(await service.get(id)).toMatchObject({
    status: 'success',
    output: {
      told: {
        run_id: 'one',
        workflow: 'bad',
        error: { code: expect.any(String), message: expect.stringContaining('address') },
        started_by: 'webhook shop',
      },
    },
  });
  expect(triggers.failures()).toEqual([{ of: '*', workflow: 'alert', problem: null }]);
});

test('each workflow may have its own, none, or that of all', async () => {
  await open('on_failure: { "*": alert, worse: bad, bad: }');
  await fail('bad', 'none');
  await fail('worse', 'own');
  await expect.poll(handled).toEqual(['failure own bad']);
  await settle();
});

test('nothing that was started for a failure starts anything, nor does the workflow for its own', async () => {
  await open('on_failure: { "*": bad, bad: worse }');
  await fail('worse', 'first');
  await expect.poll(handled).toEqual(['failure first bad']);
  await settle();
  await triggers.end();
  await open('on_failure: bad');
  await fail('bad', 'second');
  await fail('worse', 'third');
  await expect.poll(handled).toEqual(['failure first bad', 'failure third bad']);
  await settle();
  expect(await handled()).toHaveLength(2);
});

test('a failure that nobody saw is found at the next start, once however often that is', async () => {
  await open('{}');
  await fail('bad', 'before', false);
  const endedAt = (await service.get('before'))?.endedAt ?? Infinity;
  // What ends in the millisecond in which a rule begins counts.
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(endedAt);
  await triggers.end();
  await open('on_failure: alert');
  expect(await handled()).toEqual([]);
  await fail('bad', 'unseen', false);
  await triggers.end();
  for (let restart = 0; restart < 3; restart += 1) {
    await open('on_failure: alert');
    expect(await handled()).toEqual(['failure unseen alert']);
    await settle();
    await triggers.end();
  }
  expect(started).toHaveLength(1);
  // Taken out and written again, it counts from there.
  await open('{}');
  expect(existsSync(path.join(workspace.state, 'failures.json'))).toBe(false);
});

test('a run that was under way at the crash is followed', async () => {
  workspace.write(
    'waits.yaml',
    `tasks:\n  - { id: w, type: wait, config: { signal: go, timeout: 1h, check_interval: 1h }, on_success: { next: a } }\n${FAILS.slice(7)}`,
  );
  await open('on_failure: alert');
  await service.start({ workflow: 'waits', input: {}, runId: 'long' });
  await triggers.end();
  await open('on_failure: alert');
  await service.control('long', { type: 'signal', name: 'go', payload: null });
  await expect.poll(handled).toEqual(['failure long alert']);
  await settle();
});

test('a workflow that is gone is reported, and started once it is back', async () => {
  const clock = newClock();
  await open('on_failure: nowhere', clock);
  await fail('bad', 'one');
  await expect
    .poll(() => problems)
    .toEqual(['on_failure: nowhere was not started: Its workflow is not in the folder.']);
  expect(triggers.failures()).toMatchObject([{ problem: 'Its workflow is not in the folder.' }]);
  workspace.write('nowhere.yaml', WORKS);
  clock.pass();
  await expect.poll(handled).toEqual(['failure one nowhere']);
  await settle();
});

test('what was started for a failure may be removed: nothing is started for it again', async () => {
  const clock = newClock();
  await open('on_failure: alert', clock);
  await fail('bad', 'one');
  await expect.poll(handled).toEqual(['failure one alert']);
  await settle();
  for (let minute = 0; minute < 3; minute += 1) await vi.waitFor(() => clock.pass());
  const ended = (await service.get('one'))?.endedAt ?? 0;
  await expect.poll(readKept).toMatchObject({ rules: { '* alert': expect.toSatisfy((at: number) => at > ended) } });
  expect(await service.remove(started[0] ?? '')).toBeNull();
  await triggers.end();
  await open('on_failure: alert');
  expect(await handled()).toEqual([]);
});

test('nor is it where the server looks again, reads its configuration or restarts right after that', async () => {
  const clock = newClock();
  await open('on_failure: alert', clock);
  await fail('bad', 'one');
  await expect.poll(handled).toEqual(['failure one alert']);
  await settle();
  expect(await service.remove(started[0] ?? '')).toBeNull();
  // The second time: the first look has ended.
  for (let minute = 0; minute < 2; minute += 1) await vi.waitFor(() => clock.pass());
  expect(await handled()).toEqual([]);
  await triggers.prepare(await readText('on_failure: alert'))();
  await vi.waitFor(() => clock.pass());
  expect(await handled()).toEqual([]);
  await triggers.end();
  await open('on_failure: alert', clock);
  expect(await handled()).toEqual([]);
});

test('a failed run that was removed before anything could be started for it holds up no other', async () => {
  const clock = newClock();
  await open('on_failure: nowhere', clock);
  await fail('bad', 'one');
  await expect.poll(() => problems).toHaveLength(1);
  const ended = (await service.get('one'))?.endedAt ?? 0;
  expect(await service.remove('one')).toBeNull();
  for (let minute = 0; minute < 3; minute += 1) await vi.waitFor(() => clock.pass());
  await expect.poll(readKept).toMatchObject({ rules: { '* nowhere': expect.toSatisfy((at: number) => at > ended) } });
});

test('others have their turn between two pages of runs', async () => {
  await open('on_failure: alert');
  await triggers.end();
  let turns = 0;
  const seen: number[] = [];
  const list: RunService['list'] = async ({ cursor }) => {
    if (cursor === undefined) setImmediate(() => (turns += 1));
    else seen.push(turns);
    return { runs: [], next: cursor === undefined ? '1' : null };
  };
  triggers = await openOver(instead('list', list), 'on_failure: alert');
  await triggers.begin(onStart);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test('a retry of what was started for a failure starts nothing either', async () => {
  await open('on_failure: { "*": bad, bad: worse }');
  await fail('worse', 'first');
  await expect.poll(handled).toEqual(['failure first bad']);
  await settle();
  let id = started[0] ?? '';
  for (let retry = 0; retry < 2; retry += 1) {
    const retried = await service.retry(id, null);
    id = retried.ok ? retried.value.run.id : '';
    onStart(id);
    expect(await service.untilEnded(id, new AbortController().signal)).toMatchObject({ status: 'error' });
  }
  await triggers.end();
  await open('on_failure: { "*": bad, bad: worse }');
  expect(await handled()).toEqual(['failure first bad']);
});

test('runs that start each other by their failures, too, are no more than eight, also past a restart', async () => {
  await open('on_failure: { "*": alert }');
  const deep = async (runId: string, depth: number): Promise<void> => {
    await service.start({ workflow: 'bad', input: {}, runId, depth });
    triggers.follow(runId);
    await service.untilEnded(runId, new AbortController().signal);
  };
  await deep('seventh', 6);
  await expect.poll(handled).toEqual(['failure seventh alert']);
  await deep('eighth', 7);
  await expect
    .poll(() => problems)
    .toEqual([
      expect.stringMatching(/^on_failure: alert was not started: “alert” was not started: 8 runs have already/),
    ]);
  await settle();
  expect(await service.start({ workflow: 'bad', input: {}, depth: 8 })).toMatchObject({ error: { type: 'deep' } });
  await triggers.end();
  await open('on_failure: { "*": alert }');
  expect(await service.get('eighth')).toMatchObject({ depth: 7 });
  const retried = await service.retry('eighth', null, 3);
  expect(retried).toMatchObject({ value: { run: { depth: 7 } } });
  expect(await handled()).toEqual(['failure seventh alert']);
});

test('what keeps it from its work is reported without values of the run', async () => {
  workspace.write(
    'strict.yaml',
    `schema: { input: { type: object, properties: { error: { properties: { message: { enum: [x] } } } } } }\n${WORKS}`,
  );
  await open('on_failure: strict');
  await fail('bad', 'one');
  await expect.poll(() => problems).toHaveLength(1);
  expect(problems[0]).toBe(
    'on_failure: strict was not started: The input does not match the schema of the workflow: see /error/message.',
  );
});

test('another configuration is taken as a whole even if what is known of failures was damaged meanwhile', async () => {
  await open('on_failure: alert');
  writeFileSync(path.join(workspace.state, 'failures.json'), 'damaged');
  await triggers.prepare(await readText('on_failure: { "*": worse }'))();
  expect(triggers.failures()).toMatchObject([{ workflow: 'worse' }]);
  await fail('bad', 'one');
  await expect.poll(handled).toEqual(['failure one worse']);
  expect(readKept()).toMatchObject({ rules: { '* worse': expect.any(Number) } });
  await settle();
});

test('another configuration is in force also while there is no room for what it starts', async () => {
  await open('on_failure: alert');
  await triggers.end();
  await fail('bad', 'unseen', false);
  triggers = await openOver(
    instead('start', async () => err({ type: 'full', message: 'No room.' })),
    'on_failure: alert',
  );
  void triggers.begin(onStart);
  await expect.poll(() => problems).toHaveLength(1);
  await triggers.prepare(await readText('on_failure: { "*": alert, worse: bad }'))();
  expect(triggers.failures()).toMatchObject([{ workflow: 'alert' }, { workflow: 'bad' }]);
  await expect.poll(() => problems).toHaveLength(2);
});

test('a file that is no such file is refused with what to do', async () => {
  await open('{}');
  writeFileSync(path.join(workspace.state, 'failures.json'), '{"rules": {"*": "yesterday"}}');
  await triggers.end();
  await expect(open('on_failure: alert')).rejects.toThrow(
    /failures\.json cannot be read\. Delete it.* What is wrong: rules\.\* is not a number\./,
  );
});

test('a failure that nobody saw is told of as a whole, also where lists have it in short', async () => {
  const long = `http://a.invalid:no/${'x'.repeat(700)}`;
  workspace.write('bad.yaml', `tasks:\n  - { id: a, type: basic, use: core:http, with: { url: "${long}" } }\n`);
  await open('on_failure: alert');
  await fail('bad', 'unseen', false);
  await triggers.end();
  const message = (await service.get('unseen'))?.error?.message ?? '';
  expect(message.length).toBeGreaterThan(500);
  await open('on_failure: alert');
  await settle();
  expect((await service.get(started[0] ?? ''))?.output).toMatchObject({ told: { error: { message } } });
});

function newClock(): SetClock {
  return new SetClock(new Date().toISOString());
}

/** The service with something in the place of one of its methods. */
function instead<N extends keyof RunService>(name: N, method: RunService[N]): RunService {
  return new Proxy(service, { get: (own, asked) => (asked === name ? method : Reflect.get(own, asked).bind(own)) });
}
