import { describe, expect, test } from 'vitest';
import { openEngine } from '../../testing/openEngine.ts';
import type { SecretState, ServedNews } from './protocol/protocol.ts';

const SERVER = { address: 'http://served.test', token: null };
const RUN = { runId: 'run-1', after: 0 };

/** An event as a server sends it. */
function sent(position: number): string {
  const event = { seq: position - 1, at: position, type: 'warning', taskId: null, code: 'X', message: 'x', path: null };
  return `id: ${position}\ndata: ${JSON.stringify({ position, event })}\n\n`;
}

/** A stream of these chunks; `isCut`: it breaks off after them, else it ends. */
function stream(chunks: readonly string[], isCut = false): Response {
  const encoder = new TextEncoder();
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(encoder.encode(next));
      else if (isCut) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Follows a run whose server gives these answers in turn; a string: it cannot be reached. */
async function follow(answers: readonly (Response | 'gone')[]) {
  const left = [...answers];
  const asked: Headers[] = [];
  const { clock, engine } = openEngine({
    fetch: async (_, init) => {
      asked.push(new Headers(init?.headers));
      const next = left.shift() ?? 'gone';
      if (next === 'gone') throw new TypeError('fetch failed');
      return next;
    },
  });
  const news: ServedNews[] = [];
  await clock.settle(engine.followServed(SERVER, RUN, (told) => news.push(told)));
  const positions = news.flatMap((told) => (told.type === 'events' ? told.events.map(({ seq }) => seq + 1) : []));
  const states = news.map(({ type }) => type).filter((type) => type !== 'events');
  return { news, positions, states, after: asked.map((headers) => headers.get('last-event-id')) };
}

const END = 'event: end\ndata: {}\n\n';

describe('a run on a server that is followed', () => {
  test('is followed no longer where an event cannot be read: those before it are told, and why', async () => {
    const unread = 'data: {"position":2,"event":{"seq":1,"at":2,"type":"run.begun"}}\n\n';
    const { positions, states, news, after } = await follow([stream([sent(1), unread, sent(3)]), stream([END])]);
    expect([positions, states, after]).toEqual([[1], ['connected', 'refused'], ['0']]);
    expect(news.at(-1)).toMatchObject({ message: expect.stringContaining('event.type is “run.begun”') });
  });

  test('is told event by event until its end, wherever the stream is cut into chunks', async () => {
    const text = `retry: 1000\n\n${sent(1)}: \n\n${sent(2)}${END}`;
    for (const size of [1, 7, 1000]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { positions, states } = await follow([stream(chunks)]);
      expect([positions, states]).toEqual([
        [1, 2],
        ['connected', 'ended'],
      ]);
    }
  });

  test('goes on after the last event that came once its server is back, and says that it was gone', async () => {
    const { positions, states, after } = await follow([
      stream([sent(1), sent(2)], true),
      'gone',
      'gone',
      stream([sent(3), END]),
    ]);
    expect(positions).toEqual([1, 2, 3]);
    expect(states).toEqual(['connected', 'lost', 'lost', 'connected', 'ended']);
    expect(after).toEqual(['0', '2', '2', '2']);
  });

  test('is not lost where a connection that ends can be had again at once', async () => {
    const { positions, states } = await follow([stream([sent(1)]), stream([sent(2), END])]);
    expect([positions, states]).toEqual([
      [1, 2],
      ['connected', 'connected', 'ended'],
    ]);
  });

  test('has ended where nothing is left to tell', async () => {
    expect((await follow([new Response(null, { status: 204 })])).states).toEqual(['ended']);
  });

  test('is waited for while its server is overloaded, and given up where it refuses, in its words', async () => {
    const problem = { detail: 'The token was revoked.' };
    const { news } = await follow([
      Response.json({ detail: 'Wait 1 s.' }, { status: 429 }),
      Response.json(problem, { status: 401 }),
    ]);
    expect(news).toEqual([
      { type: 'lost', message: 'Wait 1 s.' },
      { type: 'refused', message: problem.detail },
    ]);
  });

  test('counts as lost when no sign of life comes, and is left when it is no longer looked at', async () => {
    let streams = 0;
    const { clock, engine } = openEngine({
      fetch: async (_, init) => {
        streams += 1;
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            init?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
          },
        });
        return new Response(body);
      },
    });
    const following = engine.followServed(SERVER, RUN, () => undefined);
    const began = clock.now();
    await clock.until(() => streams === 2);
    expect(clock.now() - began).toBeGreaterThanOrEqual(40_000);
    await engine.leaveServed(SERVER, RUN.runId);
    await clock.settle(following);
    expect(streams).toBe(2);
  });
});

describe('the token of a server', () => {
  const TOKEN = { address: 'http://served.test', token: 'Token of http://served·test' };

  /** What was sent, and every question about the token. */
  async function ask(address: string) {
    const sentTo: [string, string | null][] = [];
    const questions: SecretState['questions'][number][] = [];
    const { clock, engine } = openEngine({
      fetch: async (url, init) => {
        sentTo.push([new Request(url).url, new Headers(init?.headers).get('authorization')]);
        return Response.json({ workflows: [] });
      },
      onSecrets: (state) => {
        for (const question of state.questions) {
          questions.push(question);
          void engine.answerSecret(question.id, 'never');
        }
      },
    });
    await engine.changeSecret({ type: 'set', name: TOKEN.token, value: 'canary-4711', keep: 'session' });
    const grants = [{ origin: TOKEN.address, as: 'credential' }] as const;
    await engine.changeSecret({ type: 'grant', name: TOKEN.token, grants });
    const answer = await clock.settle(
      engine.askServer({ ...TOKEN, address }, { method: 'GET', path: '/api/workflows' }),
    );
    return { sentTo, questions, answer };
  }

  test('is sent to its origin without a question', async () => {
    const { sentTo, questions, answer } = await ask(TOKEN.address);
    expect(sentTo).toEqual([['http://served.test/api/workflows', 'Bearer canary-4711']]);
    expect(questions).toEqual([]);
    expect(answer).toEqual({ ok: true, value: { status: 200, body: { workflows: [] } } });
  });

  test('is sent nowhere else', async () => {
    const { sentTo, questions, answer } = await ask('http://other.test');
    expect(sentTo).toEqual([]);
    expect(questions).toMatchObject([{ origin: 'http://other.test' }]);
    expect(answer).toMatchObject({ ok: false, error: { code: 'AUTHORIZATION_ERROR' } });
  });
});
