import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatRun } from '../../hosts/worker/exported/exportedRun.ts';
import { forbidRequests, runInProcess } from '../testing.ts';

const FLOW = `tasks:
  - id: get
    type: basic
    use: core:http
    with: { url: 'https://api.example.com/{{ input.n }}', headers: { Authorization: '{{ env.API_KEY }}' } }
    on_success: { next: count }
    on_error: { next: sorry }
  - { id: count, type: basic, with: { n: '{{ tasks.get.output.body.n + 1 }}' } }
  - { id: sorry, type: basic, with: { code: '{{ error.code }}' } }
outputs: { n: '{{ tasks.count.output.n ?? null }}' }
`;

const CANARY = 'canary-4711-secret';

/** A busy machine takes a while to load the program. */
const TIME = 60_000;

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-backtest-'));
  mkdirSync(path.join(folder, 'runs'));
  writeFileSync(path.join(folder, 'flow.yaml'), FLOW);
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/2') ? new Response('no', { status: 404 }) : Response.json({ n: 7 }),
  );
  for (const n of [1, 2, 3]) {
    const input = ['--input', `{"n": ${n}}`, '--secret', 'API_KEY', '--allow', 'API_KEY=https://api.example.com'];
    const args = ['run', 'flow.yaml', ...input, '--journal', `runs/${n}.journal`];
    await runInProcess(args, { folder, env: { API_KEY: CANARY } });
  }
  forbidRequests();
}, TIME);
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

function change(from: string, to: string): void {
  const text = readFileSync(path.join(folder, 'flow.yaml'), 'utf8');
  expect(text).toContain(from);
  writeFileSync(path.join(folder, 'flow.yaml'), text.replaceAll(from, to));
}

const backtest = (...args: readonly string[]) => runInProcess(['backtest', 'flow.yaml', ...args], { folder });

test('runs are the same with the same text, with comments, and where a task is called something else', async () => {
  expect(await backtest('runs')).toMatchObject({ code: 0, error: '3 runs: 3 the same\n' });
  change('count', 'total');
  change('tasks:', '# A comment.\ntasks:');
  expect(await backtest('runs')).toMatchObject({ code: 0, error: '3 runs: 3 the same\n' });
});

test('each is told with what it would do otherwise', async () => {
  change('+ 1', '+ 2');
  const output = await backtest('runs', '--json');
  expect(output.code).toBe(1);
  expect(JSON.parse(output.out)).toMatchObject({
    runs: [
      {
        path: 'runs/1.journal',
        verdict: 'another output',
        before: { status: 'success', output: { n: 8 } },
        after: { status: 'success', output: { n: 9 } },
        tasks: [{ task: 'count', differences: ['output', 'input'] }],
      },
      { path: 'runs/2.journal', verdict: 'the same' },
      { path: 'runs/3.journal', verdict: 'another output' },
    ],
    same: 1,
    different: 2,
  });
  expect(output.out).not.toContain(CANARY);

  change('    on_error: { next: sorry }\n', '');
  change('/{{ input.n }}', '/{{ input.n }}?all=1');
  const { code, out, error } = await backtest('runs/2.journal', 'runs/3.journal');
  expect({ code, error }).toEqual({ code: 1, error: '2 runs: 2 unanswered\n' });
  expect(out).toContain('unanswered runs/2.journal');
  expect(out).toContain('?all=1');
  change('?all=1', '');
  expect((await backtest('runs/2.journal')).out).toContain('now fails runs/2.journal');
});

test('a run that the app has exported is played as well', async () => {
  const [head = '', ...lines] = readFileSync(path.join(folder, 'runs/1.journal'), 'utf8').trim().split('\n');
  const { path: name, source, files, start } = JSON.parse(head);
  const inputs = [start, ...lines.flatMap((line) => JSON.parse(line).inputs)];
  const details = { runId: 'a', source, files: new Map<string, string>(files), input: null, engine: '' };
  const summary = { runId: 'a', path: name, name: null, status: 'success', startedAt: 0, endedAt: 1 } as const;
  const text = formatRun({
    summary: { ...summary, simulate: false, simulated: false },
    details,
    inputs,
    from: 0,
    proofs: [],
    checkpoint: null,
    chunkCount: 1,
    hasGap: false,
  });
  writeFileSync(path.join(folder, 'a.json'), text);
  expect(await backtest('a.json')).toMatchObject({ code: 0, out: expect.stringContaining('the same a.json') });
  change('+ 1', '+ 2');
  expect(await backtest('.')).toMatchObject({ code: 1, error: '4 runs: 3 another output, 1 the same\n' });
  writeFileSync(path.join(folder, 'a.json'), text.replace('"inputs"', '"outputs"'));
  expect((await backtest('a.json')).error).toContain('a.json: This exported run is incomplete');
});

test('what is no run, or no workflow, ends with 2', async () => {
  writeFileSync(path.join(folder, 'runs/notes.txt'), 'no run');
  expect(await backtest('runs')).toMatchObject({ code: 0 });
  expect(await backtest('runs/notes.txt')).toMatchObject({ code: 2 });
  expect((await backtest('nothing')).error).toContain('There is no such file or folder.');
  change('type: basic', 'type: none');
  expect((await backtest('runs')).error).toContain('flow.yaml:3:11 error');
});
