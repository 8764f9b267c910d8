import { expect, test } from 'vitest';
import type { Egress } from '../egress.ts';
import { fail } from '../outcome.ts';
import { explainBlocked } from './mcpFailure.ts';

const SERVER = { name: 'loop', url: 'https://mcp.example/', headers: [['X-Key', 'k']] } as const;
const PLAIN = 'text/plain';
const BLOCKED = fail('COMMUNICATION_ERROR', 'Failed to fetch', { type: 'http', reason: 'network' });

/** What leaves a page of another site: a request with a header that the server does not allow gets no answer. */
function pageOf(allowed: readonly string[]): Egress {
  return {
    allow: async () => ({ ok: true, value: null }),
    send: async () => BLOCKED,
    open: async ({ headers }) =>
      headers.every(([name, value]) => value === PLAIN || allowed.includes(name.toLowerCase()))
        ? { ok: true, value: { status: 400, ok: false, headers: {}, body: new ReadableStream() } }
        : BLOCKED,
  };
}

const explain = (allowed: readonly string[]) => explainBlocked(SERVER, pageOf(allowed), new AbortController().signal);
const ALL = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id', 'x-key'];

test('each header that the server does not allow is named, those of the protocol and those of the user', async () => {
  expect(await explain(['content-type', 'mcp-session-id', 'last-event-id'])).toContain(
    'does not let a page of another site send the headers mcp-protocol-version, x-key.',
  );
  expect(await explain(ALL.filter((name) => name !== 'x-key'))).toContain('send the header x-key. Let its');
});

test('nothing is blamed on headers where all are allowed, or where the server cannot be reached at all', async () => {
  expect(await explain(ALL)).toBeNull();
  const gone: Egress = { ...pageOf(ALL), open: async () => BLOCKED };
  expect(await explainBlocked(SERVER, gone, new AbortController().signal)).toBeNull();
});
