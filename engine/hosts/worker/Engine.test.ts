import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { yaml } from '../../testing/index.ts';
import { TurnClock } from '../../testing/TurnClock.ts';
import { Engine, type EngineContext } from './Engine.ts';
import type { Disk } from './journal/Disk.ts';
import { openDisk } from './journal/openDisk.ts';
import { RunStore } from './journal/RunStore.ts';
import type { RunLocks } from './locks.ts';
import type { RunRequest } from './protocol.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** Locks shared by the workers of one browser. */
function createLocks(): RunLocks {
  const held = new Set<string>();
  return {
    hold: (runId) => {
      held.add(runId);
      return () => held.delete(runId);
    },
    live: async () => held,
  };
}

/** A worker with a page that listens. */
function openEngine(
  options: { readonly disk?: Disk; readonly locks?: RunLocks; readonly fetch?: EngineContext['fetch'] } = {},
) {
  const clock = new TurnClock();
  let texts = 0;
  const engine = new Engine({
    store: new RunStore(options.disk ?? openDisk(), clock),
    clock,
    locks: options.locks ?? createLocks(),
    uniqueText: () => `${(texts += 1)}`,
    version: '0.1.0',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const events = new Map<string, RunEvent[]>();
  void engine.subscribe((batch) => {
    events.set(batch.runId, [...(events.get(batch.runId) ?? []), ...batch.events]);
  });
  const finished = (runId: string) =>
    clock.until(() => {
      const last = events.get(runId)?.at(-1);
      return last?.type === 'run.finished' && last;
    });
  return { clock, engine, events, finished };
}

function request(source: string, extra: Partial<RunRequest> = {}): RunRequest {
  return {
    path: 'test.yaml',
    source,
    input: {},
    variables: [],
    simulate: false,
    baseUrl: 'https://app.test/',
    seed: 1,
    ...extra,
  };
}

async function start({ clock, engine }: ReturnType<typeof openEngine>, asked: RunRequest): Promise<string> {
  const answer = await clock.settle(engine.startRun(asked));
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.runId;
}

const AGENT = yaml`
  name: Greeter
  agents:
    - id: greeter
      use: core:agent
      config:
        provider: mock
        model: small
        mock: { latency: 20ms, fail_first: 1, responses: [{ text: Hello }] }
      actions:
        - id: greet
          instructions: Greet {{ input.who }}
          output: { type: object, required: [text], properties: { text: { type: string } } }
  tasks:
    - id: greet
      type: basic
      use: agent:greeter
      retry: { attempts: 2, backoff: fixed, interval: 1s }
      on_success: { next: shape }
    - id: shape
      type: map
      config:
        mapping: { said: "{{ tasks.greet.output.text }}" }
`;

const ENDLESS = yaml`
  limits: { per_task: 1000000, per_scope: 1000000 }
  tasks:
    - id: tick
      type: basic
      on_success: { next: tock }
    - id: tock
      type: basic
      on_success: { next: tick }
`;

const FETCH = yaml`
  tasks:
    - id: send
      type: basic
      use: core:http
      with:
        url: https://api.test/items
        method: POST
        headers: { authorization: "Bearer {{ env.API_TOKEN }}" }
        json: { note: "{{ workflow.input.note }}" }
`;

describe('a run', () => {
  test('goes from start to end, and its replay is what was seen live', async () => {
    const page = openEngine();
    const runId = await start(page, request(AGENT, { input: { who: 'Ada' } }));
    expect(await page.finished(runId)).toMatchObject({ status: 'success', output: { said: 'Hello' } });
    const record = await page.engine.findRun(runId);
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.events.map((event) => event.seq)).toEqual(record?.events.map((_, index) => index));
    expect(record).toMatchObject({
      source: AGENT,
      input: { who: 'Ada' },
      status: 'success',
      name: 'Greeter',
      simulated: true,
    });
  });

  test('is in the history of a worker that starts later', async () => {
    const page = openEngine();
    const runId = await start(page, request(AGENT));
    await page.finished(runId);
    await page.clock.until(() => page.clock.now() % 50 === 0);
    const later = openEngine();
    expect(await later.engine.listRuns()).toMatchObject([{ runId, status: 'success', endedAt: expect.any(Number) }]);
    expect((await later.engine.findRun(runId))?.events).toEqual(page.events.get(runId));
  });

  test('whose worker died is interrupted, and keeps what it had done', async () => {
    const page = openEngine();
    const runId = await start(page, request(AGENT));
    await page.clock.until(() => page.events.get(runId)?.some((event) => event.type === 'task.retrying'));
    const later = openEngine();
    expect(await later.engine.listRuns()).toMatchObject([{ runId, status: 'interrupted', endedAt: null }]);
    expect(await later.engine.findRun(runId)).toMatchObject({ status: 'interrupted', source: AGENT });
  });

  test('that another tab executes is running, not interrupted, and cannot be deleted here', async () => {
    const locks = createLocks();
    const page = openEngine({ locks });
    const runId = await start(page, request(ENDLESS));
    const other = openEngine({ locks });
    expect(await other.engine.listRuns()).toMatchObject([{ runId, status: 'running' }]);
    await expect(other.engine.deleteRun(runId)).rejects.toThrow(/another tab/);
    await page.clock.settle(page.engine.deleteRun(runId));
    expect(await other.engine.listRuns()).toEqual([]);
  });

  test('hears Stop in a cycle that never waits', async () => {
    const page = openEngine();
    const runId = await start(page, request(ENDLESS));
    await page.clock.until(() => (page.events.get(runId)?.length ?? 0) >= 10_000);
    const asked = page.clock.now();
    await page.engine.cancelRun(runId);
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
    expect(page.clock.now() - asked).toBeLessThan(300);
    const record = await page.engine.findRun(runId);
    expect(record?.events).toEqual(page.events.get(runId));
  });

  test('that is cancelled before it began ends cancelled', async () => {
    const page = openEngine();
    const runId = await start(page, request(AGENT));
    await page.engine.cancelRun(runId);
    expect(await page.finished(runId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a start', () => {
  test('is refused with the diagnostics that block it', async () => {
    const answer = await openEngine().engine.startRun(
      request('tasks:\n  - id: a\n    type: basic\n    on_success: { next: nowhere }\n'),
    );
    expect(answer).toMatchObject({
      ok: false,
      failure: { type: 'check', diagnostics: [expect.objectContaining({ severity: 'error' })] },
    });
  });

  test('is refused for an input that does not fit, and for a file without tasks', async () => {
    const { engine } = openEngine();
    const source = yaml`
      schema:
        input: { type: object, required: [n], properties: { n: { type: integer } } }
      tasks:
        - { id: a, type: basic }
    `;
    expect(await engine.startRun(request(source))).toMatchObject({
      ok: false,
      failure: { type: 'input', error: { code: 'VALIDATION_ERROR' } },
    });
    expect(await engine.startRun(request('name: Empty\n'))).toMatchObject({ ok: false, failure: { type: 'input' } });
    expect(await engine.checkInput(source, { n: 'x' })).toMatchObject({ ok: false, errors: [{ path: '/n' }] });
    expect(await engine.checkInput(source, { n: 3 })).toEqual({ ok: true, value: { n: 3 } });
  });
});

describe('secrets', () => {
  test('reach the server, and neither the journal nor an event', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'), init?.body);
      return Response.json({ echo: 'Bearer tok-123456789' });
    };
    const page = openEngine({ fetch });
    const variables = [
      { name: 'API_TOKEN', value: 'tok-123456789', isSecret: false },
      { name: 'OTHER', value: 'other-987654321', isSecret: true },
    ];
    const runId = await start(page, request(FETCH, { variables, input: { note: 'my key is other-987654321' } }));
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer tok-123456789', '{"note":"my key is other-987654321"}']);
    const kept = JSON.stringify([await openDisk().find(runId), page.events.get(runId)]);
    expect(kept).not.toContain('123456789');
    expect(kept).not.toContain('987654321');
  });

  test('cannot be asked for by data from outside', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(init?.body);
      return Response.json({});
    };
    const page = openEngine({ fetch });
    const variables = [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: true }];
    const runId = await start(page, request(FETCH, { variables, input: { note: '⟦secret:API_TOKEN⟧' } }));
    await page.finished(runId);
    expect(JSON.stringify(sent)).not.toContain('tok-123456789');
  });
});

test('the intent of a call with consequences is durable before it is made', async () => {
  const disk = openDisk();
  const journaled: string[] = [];
  const fetch: EngineContext['fetch'] = async () => {
    const [summary] = await disk.list();
    const run = await disk.find(summary?.runId ?? '');
    journaled.push(...(run?.chunks ?? []).map((chunk) => chunk.inputs));
    return Response.json({});
  };
  const page = openEngine({ disk, fetch });
  const runId = await start(
    page,
    request(FETCH, { input: { note: '' }, variables: [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: true }] }),
  );
  await page.finished(runId);
  expect(journaled.join()).toContain('effect.started');
});

describe('storage that fails at its n-th operation', () => {
  function failAt(n: number): { readonly disk: Disk; readonly count: () => number } {
    const disk = openDisk();
    let count = 0;
    const guard = async <T>(work: () => Promise<T>): Promise<T> => {
      count += 1;
      if (count === n) throw new DOMException('The disk is full', 'QuotaExceededError');
      return work();
    };
    return {
      count: () => count,
      disk: {
        commit: (changes) => guard(() => disk.commit(changes)),
        list: () => guard(disk.list),
        find: (runId) => guard(() => disk.find(runId)),
      },
    };
  }

  test('gives a typed failure and a journal that replays, for every n', async () => {
    for (let n = 1; ; n += 1) {
      globalThis.indexedDB = new IDBFactory();
      const { disk, count } = failAt(n);
      const page = openEngine({ disk });
      const answer = await page.clock.settle(page.engine.startRun(request(AGENT)));
      if (!answer.ok) {
        expect(answer.failure).toMatchObject({
          type: 'storage',
          error: { details: { type: 'storage', reason: 'quota' } },
        });
        continue;
      }
      const last = await page.finished(answer.runId);
      if (last.status !== 'success')
        expect(last).toMatchObject({ status: 'error', error: { details: { reason: 'quota' } } });
      const later = openEngine();
      const record = await later.engine.findRun(answer.runId);
      expect(record?.events).toEqual(page.events.get(answer.runId)?.slice(0, record?.events.length));
      if (count() < n) return;
    }
  });

  test('tells whoever asks for the history', async () => {
    await expect(openEngine({ disk: failAt(1).disk }).engine.listRuns()).rejects.toThrow(/full/);
  });
});

test('findRun answers null for a run that is not there', async () => {
  expect(await openEngine().engine.findRun('none')).toBeNull();
});

test('runs side by side do not mix', async () => {
  const page = openEngine();
  const runs = [
    await start(page, request(AGENT, { input: { who: 'A' } })),
    await start(page, request(AGENT, { input: { who: 'B' } })),
  ];
  for (const runId of runs) await page.finished(runId);
  const inputs = runs.map((runId) => page.events.get(runId)?.[0]);
  expect(inputs.map((event) => event?.type === 'run.started' && (event.input as JsonObject).who)).toEqual(['A', 'B']);
});
