import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestWorkspace } from '../local/testing.ts';
import type { RunService } from '../RunService.ts';
import { openTriggers, type Triggers } from './openTriggers.ts';
import { readText } from './testing.ts';

const FAILS = 'tasks:\n  - { id: a, type: basic, use: core:http, with: { url: "no address" } }\n';
const WORKS = 'tasks:\n  - { id: a, type: basic, with: { n: 1 } }\noutputs: { told: "{{ workflow.input }}" }\n';

let workspace: TestWorkspace;
let service: RunService;
let triggers: Triggers;
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
async function open(text: string): Promise<void> {
  problems = [];
  await workspace.close();
  service = await workspace.open();
  const onProblem = (message: string): void => void problems.push(message);
  triggers = await openTriggers(await readText(text), { service, state: workspace.state, env: {}, onProblem });
  await triggers.begin((id) => {
    started.push(id);
    triggers.follow(id);
  });
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

test('a workflow that is gone is told, and one that failed by then is given up', async () => {
  await open('on_failure: nowhere');
  await fail('bad', 'one');
  await expect
    .poll(() => problems)
    .toEqual(['on_failure: nowhere was not started: Its workflow is not in the folder.']);
  expect(triggers.failures()).toMatchObject([{ problem: 'Its workflow is not in the folder.' }]);
});

test('a file that is no such file is refused with what to do', async () => {
  await open('{}');
  writeFileSync(path.join(workspace.state, 'failures.json'), '{"rules": {"*": "yesterday"}}');
  await triggers.end();
  await expect(open('on_failure: alert')).rejects.toThrow(/failures\.json cannot be read\. Delete it/);
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
