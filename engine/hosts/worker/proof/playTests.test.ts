import { expect, test } from 'vitest';
import { createTestHost } from '../../../testing/hosts/createTestHost.ts';
import { playTestRun, playTests, updateTestOf } from './playTests.ts';

const HOST = createTestHost();

const FLOW = 'tasks:\n  - { id: a, type: basic, on_success: { next: b } }\n  - { id: b, type: basic }\n';

const TESTS = `tests:
  - { name: one, expect: { path: [a, b] } }
  - { name: two, expect: { never: [b] } }
`;

const request = (text = TESTS, flow: string | null = FLOW) => ({
  path: 'flow.test.yaml',
  text,
  files: new Map(flow === null ? [] : [['flow.yaml', flow]]),
  only: null,
});

async function play(wanted: Parameters<typeof playTests>[0], most = Infinity) {
  const played: [index: number, passed: boolean][] = [];
  const found = await playTests(wanted, HOST, ({ index, verdict }) => {
    played.push([index, verdict.passed]);
    return played.length < most;
  });
  return { found, played };
}

test('all tests are played in their order, and say what they came to', async () => {
  const { found, played } = await play(request());
  expect(played).toEqual([
    [0, true],
    [1, false],
  ]);
  expect(found).toMatchObject({
    workflow: 'flow.yaml',
    wrong: [],
    tests: [{ name: 'one' }, { name: 'two', at: { line: 3 } }],
  });
  expect(found.coverage?.map(({ kind, task, count }) => `${kind} ${task} ${count}`)).toContain('edge a 2');
});

test('what a file asks that its tests come to is told with what they do', async () => {
  const { found } = await play(request(`coverage: { all: 90, edges: 100 }\n${TESTS}`));
  expect([...found.targets]).toEqual([
    ['all', 90],
    ['edges', 100],
  ]);
  expect((await play(request())).found.targets.size).toBe(0);
});

test('some of them, or one that is stopped, say nothing of what all come to', async () => {
  const some = await play({ ...request(), only: [1] });
  expect(some).toMatchObject({ played: [[1, false]], found: { coverage: null } });
  const stopped = await play(request(), 1);
  expect(stopped).toMatchObject({ played: [[0, true]], found: { coverage: null } });
});

test.each([
  ['a key that is not known', `extra: 1\n${TESTS}`, FLOW, 'flow.test.yaml', 'TEST_FORMAT'],
  ['a workflow that is not there', TESTS, null, 'flow.test.yaml', 'TEST_WORKFLOW'],
  ['a workflow that cannot run', TESTS, FLOW.replace('next: b', 'next: c'), 'flow.yaml', 'UNKNOWN_TARGET'],
])('%s keeps them from being played, and is told', async (_what, text, flow, path, code) => {
  const { found, played } = await play(request(text, flow));
  expect(played).toEqual([]);
  expect(found.wrong.map((file) => [file.path, file.diagnostics[0]?.code])).toEqual([[path, code]]);
});

test.each([
  ['a recorded run that is not there', 'cassette: ./run.json', 'TEST_CASSETTE'],
  ['a task that is no more', 'expect: { never: [gone] }', 'TEST_TASK'],
])('%s fails its test alone, which has no run to be shown or written down', async (_what, part, code) => {
  const asked = request(`tests:\n  - { name: stale, ${part} }\n${TESTS.replace(/^.*tests:\n/s, '')}`);
  const codes: string[][] = [];
  const found = await playTests(asked, HOST, ({ verdict }) => {
    codes.push(verdict.failures.map((failure) => failure.code));
    return true;
  });
  expect(found.wrong).toEqual([]);
  expect(codes).toEqual([[code], [], ['NEVER']]);
  expect(await playTestRun(asked, 0, HOST)).toBeNull();
  expect(await updateTestOf(asked, 0, HOST)).toBeNull();
});

test('the run of one test is played once more, up to its end', async () => {
  const run = await playTestRun(request(), 1, HOST);
  expect(run).toMatchObject({ path: 'flow.yaml', source: FLOW });
  expect(run?.events.at(-1)).toMatchObject({ type: 'run.finished', status: 'success' });
  expect(await playTestRun(request(), 2, HOST)).toBeNull();
});
