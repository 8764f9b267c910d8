import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { yaml } from '../../testing/yaml.ts';
import type { BacktestRow } from './protocol/Backtests.ts';

const DOCUMENT = yaml`
  tasks:
    - id: load
      type: basic
      use: core:http
      with: {url: "https://orders.example/{{ input.n }}"}
      on_success: {next: size}
    - id: size
      type: decision
      config:
        condition: "{{ tasks.load.output.body.total > 100 }}"
        routes: {true: large}
        default: {next: small}
    - {id: large, type: basic, with: {word: large}}
    - {id: small, type: basic, with: {word: small}}
  outputs: {word: "{{ tasks.large.output.word ?? tasks.small.output.word }}"}
`;

interface Sent {
  count: number;
}

/** A page where runs with totals of 50 and 150 are over, the last one first. */
async function openWithRuns(sent: Sent = { count: 0 }) {
  const page = openEngine({
    fetch: async (url) => {
      sent.count += 1;
      return Response.json({ total: Number(new Request(url).url.split('/').at(-1)) });
    },
  });
  const runIds: string[] = [];
  for (const n of [50, 150]) {
    const runId = await start(page, { ...makeRequest(DOCUMENT), input: { n } });
    await page.finished(runId);
    runIds.unshift(runId);
    await page.clock.settle(Promise.resolve());
  }
  const backtest = async (source: string, most = 10) => {
    const runs: BacktestRow[] = [];
    const request = { path: 'test.yaml', source, files: new Map<string, string>(), runs: 20 };
    const deliver = (run: BacktestRow) => runs.push(run) < most;
    const outcome = await page.clock.settle(page.engine.backtestRuns(request, deliver));
    return { outcome, verdicts: runs.map(({ verdict }) => verdict), runs, request };
  };
  return { page, runIds, backtest };
}

test('the last runs are played on another text, and nothing is sent', async () => {
  const sent = { count: 0 };
  const { page, runIds, backtest } = await openWithRuns(sent);
  expect(await backtest(DOCUMENT)).toMatchObject({ outcome: 'current', runs: [] });
  expect(await backtest(`# A comment.\n${DOCUMENT}`)).toMatchObject({
    outcome: 'played',
    verdicts: ['the same', 'the same'],
  });
  const higher = await backtest(DOCUMENT.replace('> 100', '> 200'));
  expect(higher.verdicts).toEqual(['another path', 'the same']);
  expect(higher.runs[0]).toMatchObject({ runId: runIds[0], status: 'success', tasks: expect.arrayContaining([]) });
  expect(higher.runs[0]?.tasks.map(({ task }) => task)).toContain('large');
  expect((await backtest(DOCUMENT.replace('word: small', 'word: tiny'))).verdicts).toEqual([
    'the same',
    'another output',
  ]);
  const other = await backtest(DOCUMENT.replace('orders.example', 'shop.example'));
  expect(other.runs).toMatchObject([
    { verdict: 'unanswered', asks: ['load'] },
    { verdict: 'unanswered', asks: ['load'] },
  ]);
  const played = await page.clock.settle(page.engine.playBacktest(higher.request, runIds[0] ?? ''));
  expect(played?.events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []))).toEqual([
    'load',
    'size',
    'small',
  ]);
  expect(await page.clock.settle(page.engine.playBacktest(higher.request, 'none'))).toBeNull();
  expect(sent.count).toBe(2);
});

test('a text that cannot run is not played, nor is what nobody wants any more', async () => {
  const { backtest } = await openWithRuns();
  expect(await backtest(DOCUMENT.replace('default: {next: small}', 'default: {next: gone}'))).toMatchObject({
    outcome: 'broken',
    runs: [],
  });
  expect(await backtest(DOCUMENT.replace('> 100', '> 200'), 1)).toMatchObject({
    outcome: 'stopped',
    verdicts: ['another path'],
  });
});

test('a run that came from a file is not among them', async () => {
  const { page, runIds, backtest } = await openWithRuns();
  const text = await page.clock.settle(page.engine.exportRun(runIds[0] ?? ''));
  await page.clock.settle(page.engine.importRun(text ?? '', 'run.json'));
  expect((await backtest(DOCUMENT.replace('> 100', '> 200'))).verdicts).toHaveLength(2);
});

const FOREVER = 1_000_000;

/** Starts a fork on a text, lets it go on, and says what it came to. */
async function continueOn(from: Awaited<ReturnType<typeof openWithRuns>>, runId: string, source: string) {
  const { page } = from;
  const text = { source, files: new Map<string, string>() };
  const forked = await page.clock.settle(
    page.engine.forkRun({ runId, seq: FOREVER, isPaused: true, variables: [], text }),
  );
  if (!forked.ok) return { refused: forked.failure };
  await page.clock.settle(page.engine.controlRun(forked.runId, { type: 'run.resumed' }));
  await page.finished(forked.runId);
  const record = await page.clock.settle(page.engine.findRun(forked.runId));
  const end = record?.events.at(-1);
  return {
    before: forked.before,
    paused: record?.events.filter(({ type }) => type === 'run.paused').length,
    source: record?.source,
    forkedFrom: record?.forkedFrom,
    output: end?.type === 'run.finished' ? end.output : null,
  };
}

test('a run goes on with another text from the first step that is otherwise; what is the same is not sent again', async () => {
  const sent = { count: 0 };
  const from = await openWithRuns(sent);
  const [large = ''] = from.runIds;
  const source = DOCUMENT.replace('word: large', 'word: huge');
  expect(await continueOn(from, large, source)).toEqual({
    before: { taskId: 'large' },
    paused: 1,
    source,
    forkedFrom: large,
    output: { word: 'huge' },
  });
  const renamed = DOCUMENT.replaceAll('size', 'choose').replace('word: large', 'word: huge');
  expect(await continueOn(from, large, renamed)).toMatchObject({ output: { word: 'huge' } });
  expect(sent.count).toBe(2);
  expect(await continueOn(from, large, DOCUMENT.replace('> 100', '> 200'))).toMatchObject({
    before: { taskId: 'size' },
    output: { word: 'small' },
  });
  expect(sent.count).toBe(2);
});

test('where the first request is another one, all of it is made anew', async () => {
  const sent = { count: 0 };
  const from = await openWithRuns(sent);
  const source = DOCUMENT.replace('orders.example', 'shop.example');
  expect(await continueOn(from, from.runIds[0] ?? '', source)).toMatchObject({
    before: { taskId: 'load' },
    output: { word: 'large' },
  });
  expect(sent.count).toBe(3);
});

test('a run that would be as it was, one from a file, and a text that cannot run are refused', async () => {
  const from = await openWithRuns();
  const [runId = ''] = from.runIds;
  expect(await continueOn(from, runId, `# A comment.\n${DOCUMENT}`)).toMatchObject({
    refused: { type: 'input', error: { message: expect.stringContaining('nothing to continue') } },
  });
  expect(await continueOn(from, runId, DOCUMENT.replace('next: small', 'next: gone'))).toMatchObject({
    refused: { type: 'check' },
  });
  const text = await from.page.clock.settle(from.page.engine.exportRun(runId));
  const imported = await from.page.clock.settle(from.page.engine.importRun(text ?? '', 'run.json'));
  expect(await continueOn(from, imported.runId, DOCUMENT.replace('> 100', '> 200'))).toMatchObject({
    refused: { type: 'input', error: { message: expect.stringContaining('from a file') } },
  });
});

test('a run under way goes on with another text where it stands', async () => {
  const waits = yaml`
    tasks:
      - {id: first, type: basic, with: {n: 1}, on_success: {next: hold}}
      - {id: hold, type: wait, config: {signal: go, timeout: 1d, check_interval: 1h}, on_success: {next: last}}
      - {id: last, type: basic, with: {word: old}}
    outputs: {word: "{{ tasks.last.output.word }}"}
  `;
  const page = openEngine({});
  const runId = await start(page, makeRequest(waits));
  await page.clock.settle(Promise.resolve());
  const text = { source: waits.replace('word: old', 'word: new'), files: new Map<string, string>() };
  const forked = await page.clock.settle(
    page.engine.forkRun({ runId, seq: FOREVER, isPaused: true, variables: [], text }),
  );
  expect(forked).toEqual({ ok: true, runId: expect.any(String) });
  if (!forked.ok) return;
  await page.clock.settle(page.engine.controlRun(forked.runId, { type: 'run.resumed' }));
  await page.clock.settle(page.engine.controlRun(forked.runId, { type: 'signal.received', name: 'go', payload: null }));
  await page.finished(forked.runId);
  const record = await page.clock.settle(page.engine.findRun(forked.runId));
  expect(record?.events.at(-1)).toMatchObject({ type: 'run.finished', output: { word: 'new' } });
  expect((await page.clock.settle(page.engine.findRun(runId)))?.status).toBe('running');
});

const ORDER = yaml`
  tasks:
    - {id: quote, type: basic, with: {price: 5}, on_success: {next: pay}}
    - id: pay
      type: basic
      use: core:http
      with: {url: "https://bank.example/pay", method: POST, json: {price: "{{ tasks.quote.output.price }}"}}
      on_success: {next: receipt}
    - {id: receipt, type: basic, use: core:http, with: {url: "https://bank.example/receipt", method: POST}, on_success: {next: done}}
    - {id: done, type: basic, with: {said: thanks}}
  outputs: {said: "{{ tasks.done.output.said }}"}
`;

test.each([
  ['a step before it', 'price: 5', 'price: 6', true, ['pay', 'receipt']],
  ['its address', 'bank.example/pay', 'shop.example/pay', true, ['pay', 'receipt']],
  ['the call after it', 'bank.example/receipt', 'bank.example/bill', true, ['bill']],
  ['the last step', 'said: thanks', 'said: bye', true, []],
  ['what the run gives', 'outputs: {said', 'outputs: {words', false, []],
])(
  'nothing is sent before a person resumes a run that continues on a new text: %s',
  async (_, old, now, isPaused, after) => {
    const sent: string[] = [];
    const page = openEngine({
      fetch: async (url) => {
        sent.push(new Request(url).url.split('/').at(-1) ?? '');
        return Response.json({});
      },
    });
    const runId = await start(page, makeRequest(ORDER));
    await page.finished(runId);
    await page.clock.settle(Promise.resolve());
    expect(sent.splice(0)).toEqual(['pay', 'receipt']);
    const text = { source: ORDER.replace(old, now), files: new Map<string, string>() };
    const forked = await page.clock.settle(
      page.engine.forkRun({ runId, seq: FOREVER, isPaused: true, variables: [], text }),
    );
    if (!forked.ok) throw new Error(JSON.stringify(forked.failure));
    await page.clock.settle(Promise.resolve());
    const record = await page.clock.settle(page.engine.findRun(forked.runId));
    expect(record?.events.findLast(({ type }) => type === 'run.paused' || type === 'run.finished')?.type).toBe(
      isPaused ? 'run.paused' : 'run.finished',
    );
    expect(sent).toEqual([]);
    if (!isPaused) return;
    await page.clock.settle(page.engine.controlRun(forked.runId, { type: 'run.resumed' }));
    await page.finished(forked.runId);
    expect(sent).toEqual(after);
  },
);
