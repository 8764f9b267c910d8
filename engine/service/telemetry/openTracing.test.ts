import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import type { RunEventBody } from '../../run/index.ts';
import { RunsInMemory } from '../../server/api/testingRuns.ts';
import { type LoopbackServer, serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { openTracing, readOtlp, type TracedService } from './openTracing.ts';
import { type Span, spanId, traceId } from './Span.ts';

/** Times before and after the tracing is opened, however long that takes. */
const [BEFORE, AFTER] = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)];

let collector: LoopbackServer;
let runs: RunsInMemory;
let traced: TracedService;
let spans: Span[];
let requests: { path: string; headers: Record<string, unknown>; spans: number }[];
let statuses: number[];
let problems: string[];

beforeEach(async () => {
  [spans, requests, statuses, problems] = [[], [], [], []];
  runs = new RunsInMemory();
  runs.at = AFTER;
  collector = await serveLoopback((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      const sent = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      const status = statuses.shift() ?? 200;
      requests.push({ path: request.url ?? '', headers: request.headers, spans: sent.length });
      if (status === 200) spans.push(...sent);
      response.writeHead(status).end('{}');
    });
  });
  open();
});

afterEach(async () => {
  await traced.close();
  await collector.close();
});

function open(pace = { every: 5, batch: 100, queue: 1000, timeout: 2000 }): void {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, y=1' };
  traced = openTracing(runs, { env, onProblem: (message) => problems.push(message), pace });
}

async function start(): Promise<void> {
  await traced.service.start({ workflow: 'hello', input: {} });
}

function task(activation: number, taskId: string, parent: number | null = null) {
  const ref = { activation, taskId };
  return {
    started: { type: 'task.started', ...ref, parent, operation: null, input: {} },
    succeeded: { type: 'task.succeeded', ...ref, output: null, duration: 0, retryCount: 2, simulated: false },
    failed: {
      type: 'task.failed',
      ...ref,
      error: { code: 'TIMEOUT_ERROR', message: 'of someone', details: null },
      output: null,
      duration: 0,
      retryCount: 0,
    },
    asked: (key: string, kind: 'tool' | 'model' | 'memory', request: Json) =>
      ({ type: 'effect.requested', ...ref, key, kind, name: 'helper', request }) as const,
    answered: (key: string, response: Json) =>
      ({
        type: 'effect.completed',
        ...ref,
        key,
        response,
        error: null,
        simulated: false,
        duration: 0,
        cost: 0.5,
      }) as const,
  } satisfies Record<string, RunEventBody | ((...args: never[]) => RunEventBody)>;
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

describe('the spans of a run', () => {
  test('nest as its tasks do, and name what failed, but not what it said', async () => {
    await start();
    const [outer, inner] = [task(1, 'each'), task(2, 'call', 1)];
    runs.emit('run-1', outer.started, inner.started, inner.failed, outer.succeeded);
    runs.finish('run-1', null);
    await expect.poll(() => spans.length).toBe(3);
    const trace = traceId('run-1');
    expect(spans).toMatchObject([
      {
        traceId: trace,
        spanId: spanId('run-1', 2),
        parentSpanId: spanId('run-1', 1),
        name: 'task call',
        status: { code: 2, message: 'TIMEOUT_ERROR' },
      },
      {
        traceId: trace,
        spanId: spanId('run-1', 1),
        parentSpanId: spanId('run-1'),
        name: 'task each',
        status: { code: 0 },
      },
      { traceId: trace, spanId: spanId('run-1'), name: 'run hello', kind: 1 },
    ]);
    expect(spans[2]).not.toHaveProperty('parentSpanId');
    expect(spans.map(attributesOf)[0]).toMatchObject({
      'error.type': 'TIMEOUT_ERROR',
      'signalbox.task.id': 'call',
    });
    expect(spans.map(attributesOf)[1]).toMatchObject({ 'signalbox.task.retries': '2' });
    expect(spans.map(attributesOf)[2]).toEqual({
      'signalbox.run.id': 'run-1',
      'signalbox.run.status': 'success',
      'signalbox.workflow': 'hello',
    });
    expect(JSON.stringify(spans)).not.toContain('of someone');
    for (const { startTimeUnixNano } of spans) expect(startTimeUnixNano).toMatch(/^\d{19}$/);
  });

  test('name calls of models as OpenTelemetry does, without what was asked and answered', async () => {
    await start();
    const agent = task(1, 'ask');
    const config = { temperature: 0.5, max_tokens: 100 };
    const request = { provider: 'google', model: 'gemini-x', messages: [{ role: 'user', content: 'private' }], config };
    const answer = { text: 'private', model: 'gemini-x-001', usage: { input_tokens: 12, output_tokens: 3 } };
    runs.emit(
      'run-1',
      agent.started,
      agent.asked('k1', 'model', request),
      agent.answered('k1', answer),
      agent.asked('k2', 'tool', { use: 'core:http', input: 'private' }),
      agent.answered('k2', 'private'),
      agent.asked('k3', 'memory', { op: 'read' }),
      agent.answered('k3', null),
    );
    await expect.poll(() => spans.length).toBe(3);
    expect(spans.map(({ name, kind, parentSpanId }) => ({ name, kind, parentSpanId }))).toEqual([
      { name: 'chat gemini-x', kind: 3, parentSpanId: spanId('run-1', 1) },
      { name: 'execute_tool helper', kind: 1, parentSpanId: spanId('run-1', 1) },
      { name: 'memory helper', kind: 3, parentSpanId: spanId('run-1', 1) },
    ]);
    expect(spans.map(attributesOf)[0]).toEqual({
      'signalbox.run.id': 'run-1',
      'signalbox.task.id': 'ask',
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'gemini-x',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.max_tokens': '100',
      'gen_ai.response.model': 'gemini-x-001',
      'gen_ai.usage.input_tokens': '12',
      'gen_ai.usage.output_tokens': '3',
      'gen_ai.agent.id': 'helper',
      'signalbox.cost': 0.5,
    });
    expect(spans.map(attributesOf)[1]).toMatchObject({
      'gen_ai.tool.name': 'helper',
      'signalbox.tool.use': 'core:http',
    });
    expect(JSON.stringify(spans)).not.toContain('private');
  });

  test('of one that another run starts are in its trace, below the call', async () => {
    await start();
    await runs.start({ workflow: 'hello', input: {}, runId: 'run-below' });
    runs.change('run-below', { parent: { runId: 'run-1', key: 'k', root: 'run-1', files: [] } });
    const child = { runId: 'run-below', file: 'hello.yaml' };
    runs.emit('run-1', { type: 'child.reported', activation: 1, taskId: 'a', key: 'k', child });
    runs.finish('run-below', null);
    await expect.poll(() => spans.length).toBe(1);
    expect(spans).toMatchObject([{ traceId: traceId('run-1'), parentSpanId: spanId('run-1', 'k'), name: 'run hello' }]);
  });

  test('of one that was under way when the server started are told from then on', async () => {
    await traced.close();
    runs.at = BEFORE;
    await runs.start({ workflow: 'hello', input: {} });
    const [before, after] = [task(1, 'before'), task(2, 'after')];
    runs.emit('run-1', before.started, before.succeeded, after.started);
    open();
    runs.at = AFTER;
    runs.emit('run-1', after.succeeded);
    runs.finish('run-1', null);
    await expect.poll(() => spans.length).toBe(2);
    expect(spans.map(({ name }) => name)).toEqual(['task after', 'run hello']);
  });
});

describe('spans are sent', () => {
  test('to the path and with the headers that the environment names', async () => {
    await start();
    runs.finish('run-1', null);
    await expect.poll(() => requests.length).toBe(1);
    expect(requests).toMatchObject([
      { path: '/v1/traces', headers: { 'x-key': 'a b', y: '1', 'content-type': 'application/json' }, spans: 1 },
    ]);
  });

  test('again where the collector could not take them, and the person is told once', async () => {
    statuses = [503, 429];
    await start();
    runs.finish('run-1', null);
    await expect.poll(() => spans.length).toBe(1);
    expect(requests).toHaveLength(3);
    expect(problems).toEqual([
      expect.stringMatching(/^Spans cannot be sent to http:\/\/127\.0\.0\.1:\d+: it answers with status 503/),
    ]);
  });

  test('to nobody, without a run that fails or waits by it', async () => {
    await collector.close();
    await start();
    runs.finish('run-1', { fine: true });
    await expect.poll(() => problems.length).toBe(1);
    expect(await traced.service.get('run-1')).toMatchObject({ status: 'success', output: { fine: true } });
  });

  test('to a collector whose address has credentials, which no message has', async () => {
    await traced.close();
    const address = collector.url.replace('http://', 'http://me:pass%20word@');
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${address}?key=4711` };
    const onProblem = (message: string): void => void problems.push(message);
    traced = openTracing(runs, { env, onProblem, pace: { every: 5, batch: 100, queue: 1000, timeout: 2000 } });
    await start();
    runs.finish('run-1', null);
    await expect.poll(() => requests.length).toBe(1);
    const authorization = `Basic ${Buffer.from('me:pass word').toString('base64')}`;
    expect(requests).toMatchObject([{ path: '/v1/traces?key=4711', headers: { authorization } }]);
    await collector.close();
    await traced.service.start({ workflow: 'hello', input: {}, runId: 'run-2' });
    runs.finish('run-2', null);
    await expect.poll(() => problems.length).toBe(1);
    expect(problems.join()).not.toMatch(/me:|pass|4711/);
  });

  test('in batches, of which the oldest go where too many wait', async () => {
    await traced.close();
    open({ every: 60_000, batch: 40, queue: 50, timeout: 2000 });
    await start();
    runs.emit(
      'run-1',
      ...Array.from({ length: 39 }, (_, index) => [task(index, 't').started, task(index, 't').succeeded]).flat(),
    );
    runs.finish('run-1', null);
    await expect.poll(() => requests).toMatchObject([{ spans: 40 }]);
  });

  test('at the end, before the server ends; nobody watches a run after it', async () => {
    await traced.close();
    open({ every: 60_000, batch: 100, queue: 1000, timeout: 2000 });
    await start();
    runs.emit('run-1', task(1, 'a').started, task(1, 'a').succeeded);
    await expect.poll(() => runs.watchersOf('run-1')).toBe(1);
    await runs.events('run-1', { after: 0, limit: 1 });
    await traced.close();
    expect(spans).toMatchObject([{ name: 'task a' }]);
    expect(runs.watchersOf('run-1')).toBe(0);
  });
});

test('no spans are wanted where the environment names no collector', () => {
  expect(openTracing(runs, { env: {}, onProblem: () => undefined }).service).toBe(runs);
  expect(readOtlp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(readOtlp({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x/own' })).toMatchObject({ url: 'http://x/own' });
  expect(() => readOtlp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toThrow(/is not an address/);
});
