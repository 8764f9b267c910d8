import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../run/index.ts';
import { FakeBrowser } from '../../testing/FakeBrowser.ts';
import { yaml } from '../../testing/index.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { openDisk } from './journal/openDisk.ts';
import type { EngineContext } from './prepareStart.ts';
import type { SecretQuestion, SecretState } from './protocol/protocol.ts';

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

type Page = ReturnType<typeof openEngine>;

function isPaused({ type }: RunEvent): boolean {
  return type === 'run.paused';
}

/** The event by which a run has paused. */
async function untilPaused({ events, clock }: Page, runId: string): Promise<RunEvent | undefined> {
  for (let turn = 0; turn < 500 && events.get(runId)?.some(isPaused) !== true; turn += 1) await clock.turn();
  return events.get(runId)?.find(isPaused);
}

describe('secrets', () => {
  test('reach the server, but neither the journal nor an event', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'), init?.body);
      return Response.json({ echo: 'Bearer tok-123456789' });
    };
    const page = openEngine({ fetch });
    const variables = [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: false }];
    const runId = await start(page, makeRequest(FETCH, { variables, input: { note: 'hello' } }));
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer tok-123456789', '{"note":"hello"}']);
    const kept = JSON.stringify([await openDisk().find(runId), page.events.get(runId)]);
    expect(kept).not.toContain('123456789');
  });

  test('typed into an input are recognized: neither stored nor sent as text', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(init?.body);
      return Response.json({});
    };
    const page = openEngine({ fetch });
    const variables = [{ name: 'OTHER', value: 'other-9876543210-abcdefgh', isSecret: true }];
    const runId = await start(
      page,
      makeRequest(FETCH, { variables, input: { note: 'my key is other-9876543210-abcdefgh' } }),
    );
    expect(await page.finished(runId)).toMatchObject({ status: 'error', error: { code: 'AUTHORIZATION_ERROR' } });
    expect(sent).toEqual([]);
    const kept = JSON.stringify([await openDisk().find(runId), page.events.get(runId)]);
    expect(kept).not.toContain('9876543210');
  });

  test('stored by the engine are sent to a new origin once the user allows it, and later without a question', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return Response.json({});
    };
    const asked = new Map<string, SecretQuestion>();
    const page = openEngine({
      fetch,
      onSecrets: ({ questions: [question] }) => {
        if (question === undefined) return;
        asked.set(question.id, question);
        void page.engine.answerSecret(question.id, 'always');
      },
    });
    await page.clock.settle(
      page.engine.changeSecret({ type: 'set', name: 'API_TOKEN', value: 'tok-123456789', keep: 'session' }),
    );
    const variables = [{ name: 'API_TOKEN', value: '', isSecret: true }];
    const first = await start(page, makeRequest(FETCH, { variables, input: { note: '' } }));
    expect(await page.finished(first)).toMatchObject({ status: 'success' });
    const second = await start(page, makeRequest(FETCH, { variables, input: { note: '' } }));
    expect(await page.finished(second)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer tok-123456789', 'Bearer tok-123456789']);
    expect([...asked.values()].map(({ name, origin, runId }) => [name, origin, runId])).toEqual([
      ['API_TOKEN', 'https://api.test', first],
    ]);
  });

  test('that are refused for an origin end the call with AUTHORIZATION_ERROR, and nothing is sent', async () => {
    const sent: unknown[] = [];
    const page = openEngine({
      fetch: async () => {
        sent.push('a request');
        return Response.json({});
      },
      onSecrets: ({ questions }) => {
        for (const { id } of questions) void page.engine.answerSecret(id, 'never');
      },
    });
    const variables = [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: true }];
    const runId = await start(page, makeRequest(FETCH, { variables, input: { note: '' } }));
    expect(await page.finished(runId)).toMatchObject({ status: 'error', error: { code: 'AUTHORIZATION_ERROR' } });
    expect(sent).toEqual([]);
  });

  test('that nobody has set are asked for; without an answer the run is paused before the call, and goes on once they are set', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return Response.json({});
    };
    const asked: (string | null)[] = [];
    const page = openEngine({
      fetch,
      onSecrets: ({ questions }) => {
        for (const { id, origin } of questions) {
          asked.push(origin);
          void page.engine.answerSecret(id, origin === null ? 'never' : 'once');
        }
      },
    });
    const runId = await start(page, makeRequest(FETCH, { variables: [], input: { note: '' } }));
    expect(await untilPaused(page, runId)).toMatchObject({
      reason: 'missing',
      missing: { taskId: 'send', what: 'secret', name: 'API_TOKEN' },
    });
    expect(asked).toEqual([null]);
    await page.clock.settle(
      page.engine.changeSecret({ type: 'set', name: 'API_TOKEN', value: 'tok-123456789', keep: 'session' }),
    );
    await page.engine.controlRun(runId, { type: 'run.resumed' });
    expect(await page.finished(runId)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer tok-123456789']);
  });

  test('that are set after a reload reach a run that was paused for them', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return Response.json({});
    };
    const onSecrets = (page: () => Page, { questions }: SecretState): void => {
      for (const { id, origin } of questions) void page().engine.answerSecret(id, origin === null ? 'never' : 'once');
    };
    const browser = new FakeBrowser();
    const first: Page = openEngine({ browser, fetch, onSecrets: (state) => onSecrets(() => first, state) });
    const runId = await start(first, makeRequest(FETCH, { variables: [], input: { note: '' } }));
    await untilPaused(first, runId);
    await first.clock.settle(first.engine.findRun(runId));
    first.locks.die();
    const second: Page = openEngine({ browser, fetch, onSecrets: (state) => onSecrets(() => second, state) });
    await second.clock.settle(second.engine.recoverRuns({ variables: [] }));
    await second.clock.settle(
      second.engine.changeSecret({ type: 'set', name: 'API_TOKEN', value: 'tok-123456789', keep: 'session' }),
    );
    await second.engine.controlRun(runId, { type: 'run.resumed' });
    expect(await second.finished(runId)).toMatchObject({ status: 'success' });
    expect(sent).toEqual(['Bearer tok-123456789']);
  });

  test('cannot be requested by data from outside', async () => {
    const sent: unknown[] = [];
    const fetch: EngineContext['fetch'] = async (_url, init) => {
      sent.push(init?.body);
      return Response.json({});
    };
    const page = openEngine({ fetch });
    const variables = [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: true }];
    const runId = await start(page, makeRequest(FETCH, { variables, input: { note: '⟦secret:API_TOKEN⟧' } }));
    await page.finished(runId);
    expect(JSON.stringify(sent)).not.toContain('tok-123456789');
  });
});

test('the intent of a call with consequences is durable before it is made', async () => {
  const disk = openDisk();
  const journaled: string[] = [];
  const fetch: EngineContext['fetch'] = async () => {
    const [summary] = await disk.list({});
    const run = await disk.find(summary?.runId ?? '');
    journaled.push(...(run?.chunks ?? []).map((chunk) => chunk.inputs));
    return Response.json({});
  };
  const page = openEngine({ disk, fetch });
  const runId = await start(
    page,
    makeRequest(FETCH, {
      input: { note: '' },
      variables: [{ name: 'API_TOKEN', value: 'tok-123456789', isSecret: true }],
    }),
  );
  await page.finished(runId);
  expect(journaled.join()).toContain('effect.started');
});
