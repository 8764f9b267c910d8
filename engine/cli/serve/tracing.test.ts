import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackServer, serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

let shell: Shell;
let collector: LoopbackServer;
let spans: SentSpan[] = [];

beforeAll(async () => {
  shell = new Shell();
  shell.write(
    'flows/ask.yaml',
    `tasks:
  - {id: ask, type: basic, use: agent:helper, with: {prompt: Hello}}
agents:
  - id: helper
    use: core:agent
    config: {provider: mock, model: mock-small}
`,
  );
  collector = await serveLoopback((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text);
      spans.push(...resourceSpans[0].scopeSpans[0].spans);
      response.end('{}');
    });
  });
}, 60_000);

afterAll(async () => {
  shell.remove();
  await collector.close();
});

test('the runs of a server are sent to the collector that its environment names, at its end at the latest', async () => {
  spans = [];
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const served = await ServedProcess.start(shell, ['flows'], { env });
  const run = await served.run('ask', {}, 'k');
  const waited = await served.run('ask', {}, 'k');
  expect(waited?.id).toBe(run?.id);
  await expect.poll(async () => (await served.get(run?.id ?? ''))?.status, { timeout: 30_000 }).toBe('success');
  expect(await served.stop('SIGTERM')).toMatchObject({ code: 0 });
  const byName = new Map(spans.map((span) => [span.name, span]));
  expect([...byName.keys()].sort()).toEqual(['chat mock-small', 'run ask', 'task ask']);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(byName.get('chat mock-small')?.parentSpanId).toBe(byName.get('task ask')?.spanId);
  expect(byName.get('task ask')?.parentSpanId).toBe(byName.get('run ask')?.spanId);
  expect(byName.get('chat mock-small')?.attributes).toContainEqual({
    key: 'gen_ai.request.model',
    value: { stringValue: 'mock-small' },
  });
}, 60_000);

test('an endpoint that is no address is refused in words', async () => {
  const ended = await shell.run(['serve', 'flows', '--port', '0', '--state', 'other'], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'here' },
  });
  expect(ended).toMatchObject({
    code: 2,
    error: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT is not an address'),
  });
});
