import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testingFlow } from '../testing.ts';

const FLOW = `tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: https://api.example.com }
    retry: { attempts: 1, backoff: fixed, interval: 1s }
    on_success: { next: sort }
    on_error: { next: sorry }
  - id: sort
    type: decision
    config: { condition: '{{ tasks.get.output.body > 1 }}', routes: { 'true': many }, default: { next: few } }
  - { id: many, type: basic }
  - { id: few, type: basic }
  - { id: sorry, type: basic }
  - { id: later, type: basic, disabled: true }
`;
const WORKS = 'tests:\n  - name: works\n    answers: { get: { output: { body: 2 } } }\n    expect: { path: [many] }\n';
const FAILS = '  - name: fails\n    answers: { get: { error: { code: HTTP_ERROR } } }\n    expect: { path: [sorry] }\n';
const FEW = '  - name: few\n    answers: { get: { output: { body: 1 } } }\n    expect: { path: [few] }\n';

const { folder, run } = testingFlow('coverage', FLOW);

test('says what the tests of a workflow come to, and where they do not', async () => {
  const { code, out } = await run(WORKS, '--coverage');
  expect(code).toBe(0);
  expect(out).toContain('flow.yaml 38 % (3 of 5 tasks, 2 of 4 edges, 3 of 12 outcomes, 0 of 0 branches)\n');
  const missing = out.split('\n').filter((line) => line.startsWith('  flow.yaml:'));
  expect(missing).toEqual([
    '  flow.yaml:2:5 get never ends with COMMUNICATION_ERROR, RATE_LIMIT_ERROR, AUTHENTICATION_ERROR, AUTHORIZATION_ERROR, EXECUTION_ERROR, LIMIT_ERROR, retry',
    expect.stringMatching(/^ {2}flow\.yaml:8:\d+ get on_error → sorry$/),
    expect.stringMatching(/^ {2}flow\.yaml:11:\d+ sort default → few$/),
    '  flow.yaml:13:5 few never starts',
    '  flow.yaml:13:5 few never ends with success',
    '  flow.yaml:14:5 sorry never starts',
    '  flow.yaml:14:5 sorry never ends with success',
  ]);
});

test('tests of several files count together, and what is disabled does not', async () => {
  writeFileSync(path.join(folder.path, 'more.test.yaml'), `workflow: flow.yaml\ntests:\n${FAILS}${FEW}`);
  const { out } = await run(WORKS, '--coverage');
  expect(out).toContain('flow.yaml 76 % (5 of 5 tasks, 4 of 4 edges, 7 of 12 outcomes, 0 of 0 branches)\n');
});

test('too little is a failure, told with both figures', async () => {
  expect(await run(WORKS + FAILS, '--min-coverage', '95')).toMatchObject({
    code: 1,
    error: '2 tests, 0 failed\nflow.yaml: its tests cover 61 % of it, and 95 % are wanted.\n',
  });
  expect(await run(WORKS + FAILS + FEW, '--min-coverage', '76')).toMatchObject({ code: 0 });
  const each = await run(WORKS + FAILS, '--min-coverage', 'tasks=80,edges=100,branches=100');
  expect(each).toMatchObject({
    code: 1,
    error: '2 tests, 0 failed\nflow.yaml: its tests cover 75 % of its edges, and 100 % are wanted.\n',
  });
  for (const wrong of ['tasks', 'tasks=', 'lines=100', 'tasks=100,tasks=90', 'edges=101'])
    expect(await run(WORKS, '--min-coverage', wrong)).toMatchObject({ code: 2 });
  expect(await run(WORKS, '--min-coverage', 'most')).toMatchObject({ code: 2 });
});

test('test files ask for coverage themselves: the most of several, and what the command line says instead', async () => {
  writeFileSync(
    path.join(folder.path, 'more.test.yaml'),
    `workflow: flow.yaml\ncoverage: { edges: 75 }\ntests:\n${FAILS}`,
  );
  const asking = `coverage: { edges: 90, tasks: 80 }\n${WORKS}`;
  expect(await run(asking, '--coverage')).toMatchObject({
    code: 1,
    error: '2 tests, 0 failed\nflow.yaml: its tests cover 75 % of its edges, and 90 % are wanted.\n',
  });
  expect(await run(asking.replace('90', '70'), '--coverage')).toMatchObject({ code: 0 });
  expect(await run(asking, '--min-coverage', 'edges=75')).toMatchObject({ code: 0 });
  expect(await run(asking, '--min-coverage', 'all=62')).toMatchObject({ code: 1 });
  expect(await run(asking)).toMatchObject({ code: 0 });
  expect(await run(asking.replace('90', '101'), '--coverage')).toMatchObject({ code: 2 });
});

test('is written as lcov and as JSON', async () => {
  await run(WORKS, '--coverage-file', 'lcov.info');
  const lcov = readFileSync(path.join(folder.path, 'lcov.info'), 'utf8').split('\n');
  expect(lcov.slice(0, 2)).toEqual(['TN:', 'SF:flow.yaml']);
  for (const line of [
    'FN:2,get',
    'FNDA:1,get',
    'FNDA:0,sorry',
    'FNF:5',
    'FNH:3',
    'BRF:16',
    'BRH:5',
    'DA:2,1',
    'DA:14,0',
    'LF:5',
    'LH:3',
  ])
    expect(lcov).toContain(line);
  // A branch of what never started is not counted as taken or left.
  expect(lcov.filter((line) => line.startsWith('BRDA:14,'))).toEqual([expect.stringMatching(/,-$/)]);
  await run(WORKS, '--coverage-file', 'out.json');
  const [{ path: name, percent, edges, parts }] = JSON.parse(
    readFileSync(path.join(folder.path, 'out.json'), 'utf8'),
  ).workflows;
  expect({ name, percent, edges, first: parts[0] }).toEqual({
    name: 'flow.yaml',
    percent: 38,
    edges: { covered: 2, all: 4 },
    first: { kind: 'task', task: 'get', name: '', count: 1, at: { line: 2, column: 5 } },
  });
  expect(await run(WORKS, '--coverage-file', 'none/out.json')).toMatchObject({ code: 4 });
});

test('JSON has the thresholds with what is reached of them, and what no test comes to', async () => {
  const { code, out } = await run(
    `coverage: { tasks: 60, edges: 90 }\n${WORKS}`,
    '--min-coverage',
    'edges=70',
    '--json',
  );
  const [{ thresholds, missed }] = JSON.parse(out).coverage;
  expect(code).toBe(1);
  expect(thresholds).toEqual([
    { of: 'tasks', wanted: 60, percent: 60, isReached: true },
    { of: 'edges', wanted: 70, percent: 50, isReached: false },
  ]);
  expect(missed).toContainEqual({ at: { line: 13, column: 5 }, text: 'few never starts' });
  expect(missed.length).toBe(7);
});
