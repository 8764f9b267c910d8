import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, testingFlow } from '../testing.ts';

const FLOW = `tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: https://api.example.com }
    on_success: { next: sort }
    on_error: { next: sorry }
  - id: sort
    type: decision
    config: { condition: '{{ tasks.get.output.body > 1 }}', routes: { 'true': many }, default: { next: few } }
  - { id: many, type: basic }
  - { id: few, type: basic }
  - { id: sorry, type: basic }
`;
const WORKS = 'tests:\n  - name: works\n    answers: { get: { output: { body: 2 } } }\n    expect: { path: [many] }\n';
const FAILS = '  - name: fails\n    answers: { get: { error: { code: HTTP_ERROR } } }\n    expect: { path: [sorry] }\n';

const { folder, run } = testingFlow('mutation', FLOW);

test('changes of a workflow that no test notices are listed with their lines and why', async () => {
  const { code, out } = await run(WORKS, '--mutate');
  expect(code).toBe(0);
  expect(out.split('\n').slice(-3, -1)).toEqual([
    'flow.yaml 75 % (3 of 4 changes noticed)',
    expect.stringMatching(
      /^ {2}flow\.yaml:7:\d+ on_error of “get” is removed\. All runs of the tests are the same with it: /,
    ),
  ]);
  expect((await run(WORKS + FAILS, '--mutate')).out).toContain('flow.yaml 100 % (4 of 4 changes noticed)\n');
});

test('tests of several files count together, and JSON has it all', async () => {
  writeFileSync(path.join(folder.path, 'more.test.yaml'), `workflow: flow.yaml\ntests:\n${FAILS}`);
  const { out } = await run(WORKS, '--mutate', '--json');
  expect(JSON.parse(out).mutation).toEqual([{ path: 'flow.yaml', score: 100, mutants: 4, found: 4, survivors: [] }]);
});

test('too little is a failure, and tests that fail as it is say nothing', async () => {
  expect(await run(WORKS, '--min-score', '80')).toMatchObject({
    code: 1,
    error: '1 test, 0 failed\nflow.yaml: its tests notice 75 % of its changes, and 80 % are wanted.\n',
  });
  expect(await run(WORKS, '--min-score', '75')).toMatchObject({ code: 0 });
  expect(await run(WORKS, '--min-score', 'all')).toMatchObject({ code: 2 });
  const { code, out } = await run(WORKS.replace('many', 'few'), '--mutate');
  expect(code).toBe(1);
  expect(out).toContain('flow.yaml was not changed: its tests fail as it is. Fix them first.\n');
});

test('the tests of the samples notice every change', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const ended = await runInProcess(['test', '--min-score', '100', 'public/samples'], { folder: root });
  expect(ended.code, ended.out).toBe(0);
});
