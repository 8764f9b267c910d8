import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiUnderTest } from './testing.ts';

let api: ApiUnderTest;

beforeEach(async () => {
  api = await ApiUnderTest.start();
});

afterEach(() => api.close());

async function start(): Promise<string> {
  await api.post('/api/workflows/hello/runs');
  const { body } = await api.get('/api/runs');
  return (body as unknown as { runs: { id: string }[] }).runs[0]?.id ?? '';
}

describe('workflows', () => {
  test('are listed with the schemas of their inputs', async () => {
    expect(await api.get('/api/workflows')).toMatchObject({
      status: 200,
      body: {
        workflows: [
          { name: 'orders/new', title: 'New order', description: null, input: { type: 'object' }, valid: true },
          { name: 'hello', title: null, description: 'Greets', input: null, valid: true },
        ],
      },
    });
  });
});

describe('a start', () => {
  test('is accepted with the run in short, and where it is', async () => {
    const answer = await api.post('/api/workflows/orders%2Fnew/runs', { input: { sku: 'a' } });
    expect(answer).toMatchObject({
      status: 202,
      headers: { location: '/api/runs/run-1', 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: { id: 'run-1', workflow: 'orders/new', status: 'running' },
    });
    expect(await api.get('/api/runs/run-1/journal')).toMatchObject({ text: '{"head":true}\n{"sku":"a"}\n' });
  });

  test('without a body has an empty input, and input may be any value', async () => {
    await api.post('/api/workflows/hello/runs');
    await api.post('/api/workflows/hello/runs', { input: null });
    expect((await api.get('/api/runs/run-1/journal')).text).toContain('\n{}\n');
    expect((await api.get('/api/runs/run-2/journal')).text).toContain('\nnull\n');
  });

  test('with the key of another one finds its run; with another input it is refused', async () => {
    const headers = { 'Idempotency-Key': 'order-17' };
    const first = await api.post('/api/workflows/hello/runs', { input: { n: 1 } }, headers);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const again = await api.post('/api/workflows/hello/runs', { input: { n: 1 } }, headers);
    expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(await api.post('/api/workflows/hello/runs', { input: { n: 2 } }, headers)).toMatchObject({
      status: 409,
      code: 'KEY_CONFLICT',
    });
    const other = await api.post('/api/workflows/orders%2Fnew/runs', { input: { n: 1 } }, headers);
    expect(other.body).not.toMatchObject({ id: (first.body as { id: string }).id });
  });

  test('that waits is answered with the whole run once it has ended', async () => {
    const key = { 'Idempotency-Key': 'k' };
    const { body } = await api.post('/api/workflows/hello/runs', {}, key);
    const { id } = body as { id: string };
    const answering = api.post('/api/workflows/hello/runs?wait=30s', {}, key);
    await expect.poll(() => api.runs.watchersOf(id)).toBe(2);
    api.runs.finish(id, { hello: 'you' });
    expect(await answering).toMatchObject({
      status: 200,
      body: {
        id,
        workflow: 'hello',
        status: 'success',
        output: { hello: 'you' },
        error: null,
        queued_at: '2026-01-02T03:04:05.678Z',
        started_at: '2026-01-02T03:04:05.678Z',
        ended_at: '2026-01-02T03:04:05.678Z',
        trigger: null,
        parent: null,
        paused: null,
      },
    });
    await expect.poll(() => api.runs.watchersOf(id)).toBe(0);
  });

  test('that waits too short is accepted', async () => {
    expect(await api.post('/api/workflows/hello/runs?wait=1ms')).toMatchObject({
      status: 202,
      body: { status: 'running' },
    });
  });

  test.each(['30', 'soon', '-1s', '1h', '', '1s&wait=2s'])('with wait=%s is refused', async (wait) => {
    expect(await api.post(`/api/workflows/hello/runs?wait=${wait}`)).toMatchObject({ status: 400, code: 'BAD_QUERY' });
  });

  test.each(['', 'a b', 'ü', 'x'.repeat(256)])('with the key %j is refused', async (key) => {
    const sent = Buffer.from(key, 'utf8').toString('latin1');
    const answer = await api.post('/api/workflows/hello/runs', {}, { 'Idempotency-Key': sent });
    expect(answer).toMatchObject({ status: 400, code: 'BAD_HEADER' });
  });

  test.each([
    [{ type: 'unknownWorkflow', message: 'm' }, 404, 'UNKNOWN_WORKFLOW'],
    [{ type: 'draining', message: 'm' }, 503, 'DRAINING'],
    [{ type: 'full', message: 'm' }, 429, 'QUEUE_FULL'],
    [{ type: 'storage', message: 'm' }, 503, 'NOT_READY'],
    [{ type: 'conflict', message: 'm' }, 409, 'KEY_CONFLICT'],
  ] as const)('that the service refuses (%j) is answered with %d', async (refusal, status, code) => {
    api.runs.refusal = refusal;
    expect(await api.post('/api/workflows/hello/runs')).toMatchObject({ status, code, body: { detail: 'm' } });
  });

  test('with an input that breaks its schema is refused with each place', async () => {
    const errors = [{ path: '/n', message: 'must be a number', keyword: 'type' }];
    const error = { code: 'VALIDATION_ERROR', message: 'm', details: { type: 'run.input', errors } };
    api.runs.refusal = { type: 'invalid', message: 'The input does not fit at /n', error };
    expect(await api.post('/api/workflows/hello/runs', { input: { n: 'x' } })).toMatchObject({
      status: 422,
      code: 'INVALID_VALUE',
      body: { errors: [{ path: '/n', message: 'must be a number' }] },
    });
  });

  test('of a workflow with errors is refused with what is wrong with it', async () => {
    const diagnostic = { code: 'X', severity: 'error', range: { from: 0, to: 1 }, path: ['tasks', 0], message: 'm' };
    api.runs.refusal = { type: 'check', message: 'm', diagnostics: [diagnostic as never] };
    expect(await api.post('/api/workflows/hello/runs')).toMatchObject({
      status: 422,
      code: 'INVALID_WORKFLOW',
      body: { diagnostics: [{ code: 'X', path: ['tasks', 0] }] },
    });
  });
});

describe('runs', () => {
  test('tell what they used, how long they were paused, and how many warnings they have, once they have ended', async () => {
    await api.post('/api/workflows/hello/runs');
    expect(await api.get('/api/runs/run-1')).toMatchObject({ body: { usage: null, paused_ms: null, warnings: null } });
    api.runs.finish('run-1', 1);
    const usage = { input_tokens: 120, output_tokens: 30, cost: null, unpriced: 2 };
    api.runs.change('run-1', { usage, idle: 1_200, warnings: 2 });
    const told = { usage, paused_ms: 1_200, warnings: 2 };
    expect(await api.get('/api/runs/run-1')).toMatchObject({ body: told });
    expect(await api.get('/api/runs')).toMatchObject({ body: { runs: [told] } });
  });

  test('are listed by page, newest first, and by workflow and status', async () => {
    for (const name of ['hello', 'orders%2Fnew', 'hello']) await api.post(`/api/workflows/${name}/runs`);
    api.runs.finish('run-1', 1);
    const first = await api.get('/api/runs?limit=2');
    expect(first).toMatchObject({ body: { runs: [{ id: 'run-3' }, { id: 'run-2' }], next: '2' } });
    expect(await api.get('/api/runs?limit=2&cursor=2')).toMatchObject({
      body: { runs: [{ id: 'run-1' }], next: null },
    });
    const found = await api.get('/api/runs?workflow=hello&status=success');
    expect(found.body).toMatchObject({ runs: [{ id: 'run-1', status: 'success' }] });
    expect((found.body as { runs: unknown[] }).runs).toHaveLength(1);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'status=ended', 'stauts=error', 'limit=1&limit=2', 'cursor=x'])(
    'are not listed by %s',
    async (query) => {
      expect(await api.get(`/api/runs?${query}`)).toMatchObject({ status: 400, code: 'BAD_QUERY' });
    },
  );

  test('are read one by one; those that ran inside another one name it', async () => {
    const id = await start();
    api.runs.change(id, { parent: { runId: 'run-0', key: 'k', root: 'run-0', files: [] }, paused: 'breakpoint' });
    expect(await api.get(`/api/runs/${id}`)).toMatchObject({
      status: 200,
      body: { id, parent: { run_id: 'run-0', key: 'k', root: 'run-0' }, paused: 'breakpoint' },
    });
  });

  test('that are not there are said to be unknown, whatever is asked of them', async () => {
    for (const path of ['', '/events', '/journal'])
      expect(await api.get(`/api/runs/none${path}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
    for (const path of ['/pause', '/resume', '/cancel', '/signals/go'])
      expect(await api.post(`/api/runs/none${path}`)).toMatchObject({ status: 404, code: 'UNKNOWN_RUN' });
  });
});

describe('a run that is under way', () => {
  test('takes signals with any payload, and controls', async () => {
    const id = await start();
    expect(await api.post(`/api/runs/${id}/signals/approve%2Fit`, { yes: true })).toMatchObject({
      status: 202,
      body: { id },
    });
    expect(await api.post(`/api/runs/${id}/signals/go`, '"text"')).toMatchObject({ status: 202 });
    expect(await api.post(`/api/runs/${id}/signals/go`)).toMatchObject({ status: 202 });
    for (const control of ['pause', 'resume', 'cancel'])
      expect(await api.post(`/api/runs/${id}/${control}`)).toMatchObject({ status: 202, body: { id } });
    expect(await api.post(`/api/runs/${id}/resume`, { repeat: 'no' })).toMatchObject({ status: 202 });
    expect(await api.post(`/api/runs/${id}/resume`, { repeat: 'maybe' })).toMatchObject({ code: 'INVALID_BODY' });
    expect(api.runs.controls).toEqual([
      { type: 'signal', name: 'approve/it', payload: { yes: true } },
      { type: 'signal', name: 'go', payload: 'text' },
      { type: 'signal', name: 'go', payload: null },
      { type: 'pause' },
      { type: 'resume' },
      { type: 'cancel' },
      { type: 'resume', repeat: 'no' },
    ]);
  });

  test('that was cut off in a call is resumed once it is decided whether that is made again', async () => {
    const id = await start();
    api.runs.refusal = { type: 'undecided', message: 'Say whether its calls are made again.' };
    expect(await api.post(`/api/runs/${id}/resume`)).toMatchObject({ status: 409, code: 'UNDECIDED_CALLS' });
  });

  test.each([
    ['signals/go', 'undecided', 'UNDECIDED_CALLS'],
    ['cancel', 'inside', 'RUN_INSIDE'],
    ['signals/go', 'busy', 'RUN_BUSY'],
    ['resume', 'busy', 'RUN_BUSY'],
  ] as const)('that cannot take %s now says why: %s', async (path, type, code) => {
    const id = await start();
    api.runs.refusal = { type, message: 'm' };
    expect(await api.post(`/api/runs/${id}/${path}`)).toMatchObject({ status: 409, code, body: { detail: 'm' } });
  });

  test('takes none of them once it has ended', async () => {
    const id = await start();
    api.runs.finish(id, null);
    for (const path of ['pause', 'resume', 'cancel', 'signals/go'])
      expect(await api.post(`/api/runs/${id}/${path}`)).toMatchObject({ status: 409, code: 'RUN_ENDED' });
  });
});

test('the inbox has every wait for a signal', async () => {
  api.runs.open.push({
    runId: 'run-1',
    workflow: 'hello',
    task: 'ask',
    signal: 'approve',
    since: 0,
    until: null,
    title: 'Approve?',
    description: null,
    schema: { type: 'boolean' },
  });
  expect(await api.get('/api/inbox')).toMatchObject({
    status: 200,
    body: {
      waits: [
        {
          run_id: 'run-1',
          task: 'ask',
          signal: 'approve',
          since: '1970-01-01T00:00:00.000Z',
          until: null,
          title: 'Approve?',
        },
      ],
    },
  });
});

describe('probes', () => {
  test('say that the server lives, and whether it takes runs', async () => {
    expect(await api.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await api.get('/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    api.runs.current = { ...api.runs.current, problem: 'The disk is full.' };
    expect(await api.get('/ready')).toMatchObject({
      status: 503,
      code: 'NOT_READY',
      body: { detail: 'The disk is full.' },
    });
    await api.runs.drain();
    expect(await api.get('/ready')).toMatchObject({ status: 503, code: 'DRAINING' });
    expect(await api.get('/health')).toMatchObject({ status: 200 });
  });

  test('count runs and requests for Prometheus, by route and not by address', async () => {
    await api.get('/api/runs/one');
    await api.get('/api/runs/two');
    const { text, headers } = await api.get('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('signalbox_runs{status="queued"} 1\nsignalbox_runs{status="running"} 2\n');
    expect(text).toContain('signalbox_http_requests_total{method="GET",route="/api/runs/{id}",status="404"} 2\n');
    expect(text).toContain('signalbox_http_request_duration_seconds_count{method="GET",route="/api/runs/{id}"} 2\n');
    expect(text).not.toContain('/api/runs/one');
  });

  test('count the runs that ended, and how long they took', async () => {
    const id = await start();
    api.runs.at += 3000;
    api.runs.finish(id, null);
    await expect.poll(() => api.runs.watchersOf(id)).toBe(0);
    const { text } = await api.get('/metrics');
    expect(text).toContain('signalbox_run_duration_seconds_bucket{status="success",le="1"} 0\n');
    expect(text).toContain('signalbox_run_duration_seconds_bucket{status="success",le="5"} 1\n');
    expect(text).toContain('signalbox_run_duration_seconds_sum{status="success"} 3\n');
  });
});
