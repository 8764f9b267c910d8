import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { runInProcess } from '../testing.ts';
import { manySteps } from './testing.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const FLOW = `tasks:
  - { id: get, type: basic, use: 'core:http', with: { url: 'https://api.example.com' } }
outputs: { body: '{{ tasks.get.output.body }}' }
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-test-'));
  writeFileSync(path.join(folder, 'flow.yaml'), FLOW);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

test('the samples pass their tests, which come to every task, edge and branch, without a request', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const ended = await runInProcess(['test', '--min-coverage', 'tasks=100,edges=100,branches=100', 'public/samples'], {
    folder: ROOT,
  });
  expect(ended).toMatchObject({ code: 0, error: '30 tests, 0 failed\n' });
  expect(ended.out).toContain('  passed nobody answers for a week (4 steps, 7d)\n');
  expect(ended.out.match(/^public\/samples\/[\w-]+\.yaml \d+ %/gm)).toHaveLength(6);
  expect(fetch).not.toHaveBeenCalled();
});

test('a test that fails is told with the places in both files, for a CI as well', async () => {
  write(
    'flow.test.yaml',
    'tests:\n  - name: a <b>\n    answers: { get: { output: { body: 1 } } }\n    expect: { output: { body: 2 } }\n',
  );
  const ended = await runInProcess(['test', '--junit', 'out.xml'], { folder });
  expect(ended.code).toBe(1);
  expect(ended.out).toContain(
    '    flow.test.yaml:4:25 OUTPUT The output at body must be 2; it is 1.\n      at body\n      expected 2\n      received 1\n',
  );
  const xml = readFileSync(path.join(folder, 'out.xml'), 'utf8');
  expect(xml).toMatch(/<testsuites name="signalbox" tests="1" failures="1" errors="0" time="\d+\.\d{3}">/);
  expect(xml).toMatch(/<testsuite name="flow\.test\.yaml" tests="1" failures="1" errors="0" time="\d+\.\d{3}">/);
  expect(xml).toContain('<testcase name="a &#60;b&#62;"');
});

test('what was expected and what was received are shown side by side, at the instant of the run, in colours at a terminal alone', async () => {
  write(
    'flow.test.yaml',
    `tests:
  - name: a
    answers: { get: { output: { body: "one\\ntwo\\nthree", status: 200 }, after: 5s } }
    expect:
      output: { body: "one\\n2\\nthree" }
      tasks: { get: { output: { status: 404, body: other } } }
      path: { exactly: [] }
`,
  );
  const played = await runInProcess(['test', '--junit', 'out.xml'], { folder });
  const text = `      at body
      - expected, + received
        one
      - 2
      + two
        three
`;
  expect(played.out).toContain(text);
  expect(played.out).toContain(
    '      at status\n      expected 404\n      received 200\n    flow.yaml:2:5 is get, 5s after the start\n',
  );
  expect(played.out).toContain(
    '      expected nothing\n      received "get"\n    flow.yaml:2:5 is get, 0s after the start\n',
  );
  expect(played.out).not.toContain('\u001b');
  expect(readFileSync(path.join(folder, 'out.xml'), 'utf8')).toContain(
    '&#10;  one&#10;- 2&#10;+ two&#10;  three</failure>',
  );
  const { out } = await runInProcess(['test'], { folder, isOutTerminal: true });
  expect(out).toContain('\u001b[32m      - 2\n\u001b[0m\u001b[31m      + two\n\u001b[0m');
});

test('a name that the workflow lost fails its test alone, and too little coverage is a failure, for a CI as well', async () => {
  write(
    'flow.test.yaml',
    'tests:\n  - { name: stale, answers: { gte: { output: {} } } }\n  - { name: good, answers: { get: { output: { body: 1 } } } }\n',
  );
  const asked = ['test', '--min-coverage', 'outcomes=100', '--junit', 'out.xml', '--format'];
  const ended = await runInProcess([...asked, 'github'], { folder });
  expect(ended).toMatchObject({
    code: 1,
    error: expect.stringContaining('2 tests, 1 failed\nflow.yaml: its tests cover'),
  });
  expect(ended.out.split('\n')).toEqual([
    expect.stringMatching(
      /^::error file=flow\.test\.yaml,line=2,endLine=2,title=TEST_TASK,.*::stale: The workflow has no task “gte”/,
    ),
    expect.stringMatching(
      /^::error file=flow\.yaml,line=1,endLine=1,title=COVERAGE,.*::flow\.yaml: its tests cover \d+ %25 of its outcomes/,
    ),
    '',
  ]);
  const xml = readFileSync(path.join(folder, 'out.xml'), 'utf8');
  expect(xml).toContain('<failure type="TEST_TASK"');
  expect(xml).toContain('<failure type="COVERAGE"');
  const sarif = await runInProcess([...asked, 'sarif'], { folder });
  expect(JSON.parse(sarif.out).runs[0].results.map((each: { readonly ruleId: string }) => each.ruleId)).toEqual([
    'TEST_TASK',
    'COVERAGE',
  ]);
  expect((await runInProcess(['test', '--json', '--format', 'sarif'], { folder })).code).toBe(2);
});

test('JSON has each verdict', async () => {
  write('flow.test.yaml', 'tests: [{ name: a }]');
  const { code, out } = await runInProcess(['test', '--json', 'flow.test.yaml'], { folder });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    files: [
      {
        path: 'flow.test.yaml',
        workflow: 'flow.yaml',
        tests: [{ name: 'a', failures: [{ code: 'UNANSWERED', task: { id: 'get', at: { line: 2, column: 5 } } }] }],
        findings: [],
      },
    ],
    passed: 0,
    failed: 1,
  });
});

test.each([
  ['an unknown key', 'tests: []\nextra: 1\n', /^flow\.test\.yaml:2:1 error TEST_FORMAT extra /],
  ['broken YAML', 'tests: [', /^flow\.test\.yaml:1:8 error SYNTAX_ERROR /],
  [
    'no workflow',
    'workflow: none.yaml\ntests: []\n',
    /^flow\.test\.yaml:1:1 error TEST_WORKFLOW The workflow none\.yaml/,
  ],
  ['a workflow outside', 'workflow: ../../etc/passwd\ntests: []\n', /TEST_WORKFLOW .* leads out of the folder/],
])('%s is a finding, and exit 2', async (_, text, finding) => {
  write('flow.test.yaml', text);
  const ended = await runInProcess(['test', '.'], { folder });
  expect(ended.code).toBe(2);
  expect(ended.out).toMatch(finding);
  const checked = await runInProcess(['check', 'flow.test.yaml'], { folder });
  expect(checked).toMatchObject({ code: 1, out: expect.stringMatching(finding) });
});

test('what is no test file, and a folder without one, cannot be tested', async () => {
  expect(await runInProcess(['test', 'flow.yaml'], { folder })).toMatchObject({ code: 2 });
  const none = await runInProcess(['test'], { folder });
  expect(none).toMatchObject({ code: 2, out: expect.stringContaining('There is no test file here') });
  mkdirSync(path.join(folder, 'empty'));
  for (const [args, place] of [
    [[], folder],
    [['empty'], path.join(folder, 'empty')],
  ] as const) {
    const { code, out } = await runInProcess(['test', ...args], { folder });
    expect(code).toBe(2);
    expect(out).toContain(`There is no test file here. Looked in ${place} and in the folders below`);
    expect(out).toContain('name a file or another folder: signalbox test FOLDER');
  }
});

test('100 tests of 20 steps ask nothing of a server that is there', async () => {
  let requests = 0;
  const server = await serveLoopback((_, response) => {
    requests += 1;
    response.end('{}');
  });
  const { flow, tests } = manySteps(server.url, 100);
  write('flow.yaml', flow);
  write('flow.test.yaml', tests);
  const ended = await runInProcess(['test'], { folder });
  await server.close();
  expect(ended).toMatchObject({ code: 0, error: '100 tests, 0 failed\n' });
  expect(requests).toBe(0);
});
