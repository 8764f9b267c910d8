import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forbidRequests, runInProcess } from '../testing.ts';

const FLOW = `tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: 'https://api.example.com/{{ input.n }}', headers: { Authorization: '{{ env.API_KEY }}' } }
    on_success: { next: keep }
  - { id: keep, type: basic, use: 'core:kv', with: { op: set, key: n, value: '{{ input.n }}' }, on_success: { next: ask } }
  - { id: ask, type: wait, config: { signal: go, timeout: 1d, check_interval: 1h } }
outputs: { n: '{{ tasks.get.output.body.n }}', ok: '{{ tasks.ask.output.signal.payload.ok }}' }
`;

/** A busy machine takes a while to load the program. */
const TIME = 60_000;

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-cassette-'));
  mkdirSync(path.join(folder, 'runs'));
  write('flow.yaml', FLOW);
  vi.stubGlobal('fetch', async () => Response.json({ n: 7 }));
  const given = ['--input', '{"n": 1}', '--secret', 'API_KEY', '--allow', 'API_KEY=https://api.example.com'];
  const args = ['run', 'flow.yaml', ...given, '--signal', 'go={"ok": true}', '--state', 'state'];
  const env = { API_KEY: 'canary-4711-7f3e9b2c-d41a-4c08-9e65-b1f0a2c3d4e5' };
  const ended = await runInProcess([...args, '--journal', 'runs/one.journal'], { folder, env });
  expect(ended).toMatchObject({ code: 0 });
  forbidRequests();
}, TIME);
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

const play = () => runInProcess(['test', '--json'], { folder });

test('a test takes from a recorded run what it does not say', async () => {
  write(
    'flow.test.yaml',
    `tests:
  - { name: the run, cassette: runs/one.journal, expect: { path: [get, keep, ask], equals: { n: 7, ok: true } } }
  - name: an answer over it
    cassette: runs/one.journal
    answers: { get: { output: { status: 200, body: { n: 9 } } } }
    signals: [{ name: go, at: 2m, payload: { ok: false } }]
    expect: { output: { n: 9, ok: false } }
  - { name: another input, cassette: runs/one.journal, input: { n: 2 } }
`,
  );
  const { out } = await play();
  expect(JSON.parse(out).files[0].tests).toMatchObject([
    { passed: true },
    { passed: true, duration: 120_000 },
    { passed: false, failures: [{ code: 'UNANSWERED', task: { id: 'get' } }] },
  ]);
  expect(out).not.toContain('canary-4711');
  write('flow.yaml', FLOW.replaceAll('get', 'load'));
  write(
    'flow.test.yaml',
    'tests: [{ name: renamed, cassette: runs/one.journal, expect: { equals: { n: 7, ok: true } } }]',
  );
  expect(await play()).toMatchObject({ code: 0 });
  // Each changed workflow has the same answers, and is noticed.
  const mutated = await runInProcess(['test', '--mutate', '--min-score', '100'], { folder });
  expect(mutated).toMatchObject({
    code: 0,
    out: expect.stringMatching(/flow\.yaml 100 % \((\d+) of \1 changes noticed\)/),
  });
});

test('a run that cannot be read, or is elsewhere, is told at its place', async () => {
  write('runs/none', 'no run');
  for (const file of ['runs/two.journal', 'runs/none', '../../../etc/hosts']) {
    write('flow.test.yaml', `tests:\n  - name: a\n    cassette: ${file}\n`);
    const { code, out } = await play();
    expect({ file, code, out }).toMatchObject({ code: 1, out: expect.stringContaining('TEST_CASSETTE') });
  }
});

test('a recorded run becomes a test, once beside its workflow and once in a file of another name', async () => {
  const saved = await runInProcess(['test', '--from-run', 'runs/one.journal'], { folder });
  expect(saved).toMatchObject({ code: 0, out: 'flow.test.yaml: added the test “succeeds”\n', error: '' });
  const text = readFileSync(path.join(folder, 'flow.test.yaml'), 'utf8');
  expect(text).not.toContain('canary');
  expect(text).toBe(`tests:
  - name: succeeds
    input: {n: 1}
    answers:
      get: {output: {status: 200, body: {n: 7}}}
    signals: [{name: go, at: 0s, payload: {ok: true}}]
    expect:
      path: {exactly: [get, keep, ask]}
      tasks:
        get: {use: "core:http", calls: 1, with: {n: 1, url: "https://api.example.com/1"}}
        keep: {use: "core:kv", calls: 1, with: {exactly: {op: set, key: n, value: null}}}
      equals: {n: 7, ok: true}
`);
  expect((await play()).code).toBe(0);
  const other = ['test', '--from-run', 'runs/one.journal', '-o', 'flow.test.yaml'];
  expect((await runInProcess(other, { folder })).out).toBe('flow.test.yaml: added the test “succeeds 2”\n');
  expect((await play()).code).toBe(0);
  const elsewhere = ['test', '--from-run', 'runs/one.journal', '-o', 'runs/saved.test.yaml'];
  expect((await runInProcess(elsewhere, { folder })).code).toBe(0);
  expect(readFileSync(path.join(folder, 'runs/saved.test.yaml'), 'utf8')).toContain(
    'workflow: "../flow.yaml"\ntests:\n',
  );
  expect((await runInProcess(['test', 'runs/saved.test.yaml'], { folder })).code).toBe(0);
});

test.each([
  [['--from-run', 'none.journal'], 'none.journal: '],
  [['--from-run', 'runs/one.journal', 'flow.test.yaml'], '--from-run adds a test and plays none: it takes no FILE.'],
  [['--from-run', 'runs/one.journal', '--mutate'], '--from-run and --mutate cannot be given together'],
  [['-o', 'x.test.yaml'], '-o needs --from-run. It names the test file'],
])('what does not make a test of a run is refused: %j', async (args, message) => {
  const { code, error } = await runInProcess(['test', ...args], { folder });
  expect(code).toBe(2);
  expect(error).toContain(message);
});

test('a call that asks for something else says what, and match says what must be the same', async () => {
  const other = FLOW.replace("api.example.com/{{ input.n }}'", "api.example.com/{{ input.n }}?page=2'");
  write('flow.yaml', other);
  const messageOf = async (match: string): Promise<string | null> => {
    const cassette = `cassette: runs/one.journal,${match}`;
    write('flow.test.yaml', `tests:\n  - { name: the run, ${cassette} expect: { equals: { n: 7, ok: true } } }\n`);
    const [verdict] = JSON.parse((await play()).out).files[0].tests;
    return verdict.failures[0]?.message ?? null;
  };
  expect(await messageOf('')).toBe(
    '“get” would call GET https://api.example.com/1, and the recorded run asked for something else there: input.url was "https://api.example.com/1" and is "https://api.example.com/1?page=2". If that does not matter, list under match what does. Write one under answers, such as get: { output: … }, or get: simulate.',
  );
  expect(await messageOf(' match: place,')).toBeNull();
  expect(await messageOf(' match: [use, input.headers],')).toBeNull();
  expect(await messageOf(' match: [input.url],')).toContain('asked for something else there');
});
