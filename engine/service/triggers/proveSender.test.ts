import { createHmac } from 'node:crypto';
import { assert, constantFrom, integer, nat, property, record, stringMatching, uint8Array } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { openWebhooks } from './ChangingTriggers.ts';
import type { HookRequest } from './proveSender.ts';
import { readText } from './testing.ts';
import type { Webhook } from './Webhook.ts';

const NOW = Date.parse('2026-05-04T10:30:00Z');

const KEY = Buffer.from('a key of 24 bytes, as is');

const env = { TEXT: 'tulip-4711', BASE64: `whsec_${KEY.toString('base64')}` };

const TEXT = `
webhooks:
  github: { path: a, workflow: w, preset: github, secret: TEXT }
  stripe: { path: b, workflow: w, preset: stripe, secret: TEXT }
  slack: { path: c, workflow: w, preset: slack, secret: TEXT }
  standard: { path: d, workflow: w, preset: standard, secret: BASE64 }
`;

type Sender = 'github' | 'stripe' | 'slack' | 'standard';

let hooks: ReadonlyMap<string, Webhook>;
beforeAll(async () => {
  const { webhooks } = await readText(TEXT);
  const opened = openWebhooks(webhooks, { env, values: new Map() }, { now: () => NOW, onProblem: () => undefined });
  hooks = new Map(opened.map((hook) => [hook.config.name, hook]));
});

function sign(key: string | Buffer, encoding: 'hex' | 'base64', ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
}

/** The headers of a request as its sender signs it: all of them are part of what is proved. */
const SENDERS: Readonly<Record<Sender, (bytes: Uint8Array, id: string, at: number) => Record<string, string>>> = {
  github: (bytes) => ({ 'x-hub-signature-256': `sha256=${sign(env.TEXT, 'hex', bytes)}` }),
  stripe: (bytes, _id, at) => ({ 'stripe-signature': `t=${at},v1=${sign(env.TEXT, 'hex', `${at}.`, bytes)}` }),
  slack: (bytes, _id, at) => ({
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${sign(env.TEXT, 'hex', `v0:${at}:`, bytes)}`,
  }),
  standard: (bytes, id, at) => ({
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${sign(KEY, 'base64', `${id}.${at}.`, bytes)}`,
  }),
};

function isBelieved(sender: Sender, headers: Record<string, string>, bytes: Uint8Array): boolean {
  const request: HookRequest = { headers, query: {}, bytes };
  return hooks.get(sender)?.refuse(request) === null;
}

/** Bytes with one bit turned. */
function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  const index = bit >> 3;
  flipped[index] = (flipped[index] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

const names = Object.keys(SENDERS) as Sender[];
const request = {
  sender: constantFrom(...names),
  bytes: uint8Array({ minLength: 1, maxLength: 200 }),
  id: stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
  // Within the tolerance, also with a bit turned in a later digit.
  at: integer({ min: NOW / 1000 - 299, max: NOW / 1000 + 299 }),
};

describe('what is signed is believed, and is not', () => {
  test('with any bit of its body turned', () => {
    const bit = nat();
    assert(
      property(record({ ...request, bit }), ({ sender, bytes, id, at, bit: turned }) => {
        const headers = SENDERS[sender](bytes, id, at);
        expect(isBelieved(sender, headers, bytes)).toBe(true);
        expect(isBelieved(sender, headers, flip(bytes, turned % (bytes.length * 8)))).toBe(false);
      }),
      { numRuns: numRuns(200) },
    );
  });

  test.each(names)('%s: with any bit of any of its headers turned', (sender) => {
    const bytes = Buffer.from('{"id": 1, "at": "1777890600.5"}');
    const headers = SENDERS[sender](bytes, 'msg_p5jXN8AQM9LWM0D4loKWxJek', NOW / 1000 - 3);
    for (const [name, text] of Object.entries(headers))
      for (let bit = 0; bit < text.length * 8; bit += 1) {
        const turned = Buffer.from(flip(Buffer.from(text, 'latin1'), bit)).toString('latin1');
        expect(isBelieved(sender, { ...headers, [name]: turned }, bytes), `${name}: ${turned}`).toBe(false);
      }
  });

  test('with its headers and body cut, doubled, or exchanged with those of another request', () => {
    const other = { otherBytes: request.bytes, otherId: request.id, otherAt: request.at };
    assert(
      property(record({ ...request, ...other, cut: nat() }), (given) => {
        const { sender, bytes, id, at, otherBytes, otherId, otherAt, cut } = given;
        const headers = SENDERS[sender](bytes, id, at);
        const others = SENDERS[sender](otherBytes, otherId, otherAt);
        const isSame = Buffer.compare(bytes, otherBytes) === 0;
        for (const [name, text] of Object.entries(headers)) {
          const { [name]: _, ...rest } = headers;
          expect(isBelieved(sender, rest, bytes)).toBe(false);
          const ofOther = isSame ? '' : (others[name] ?? '');
          // Some senders write Base64 without what fills it up.
          const bare = text.replace(/=+$/, '');
          for (const changed of [text.slice(0, cut % text.length), `${text},${text}`, `!${text}`, ofOther])
            if (changed.replace(/=+$/, '') !== bare)
              expect(isBelieved(sender, { ...headers, [name]: changed }, bytes)).toBe(false);
        }
        if (!isSame) expect(isBelieved(sender, headers, otherBytes)).toBe(false);
        expect(isBelieved(sender, headers, bytes.subarray(0, cut % bytes.length))).toBe(false);
      }),
      { numRuns: numRuns(100) },
    );
  });

  test('where the time, or the end of the id, is taken from the body of another request', () => {
    // Signed as `a.1777890600.` and a body that begins with a time of its own.
    const bytes = Buffer.from('1777890599.{}');
    const headers = SENDERS.standard(bytes, 'a', NOW / 1000);
    const moved = { ...headers, 'webhook-id': `a.${NOW / 1000}`, 'webhook-timestamp': '1777890599' };
    expect(isBelieved('standard', moved, Buffer.from('{}'))).toBe(false);
  });
});

test.each([
  ['no Base64', 'it is no base64!'],
  ['nothing but its beginning', 'whsec_'],
])('a secret that is %s ends the server', async (_what, secret) => {
  const { webhooks } = await readText('webhooks: { a: { path: a, workflow: w, preset: standard, secret: [GONE] } }');
  const parts = { now: () => NOW, onProblem: () => undefined };
  expect(() => openWebhooks(webhooks, { env: { GONE: secret }, values: new Map() }, parts)).toThrow(
    'webhooks.a: GONE is not a secret in Base64',
  );
  expect(() => openWebhooks(webhooks, { env: {}, values: new Map() }, parts)).toThrow(
    'webhooks.a.secret is GONE, and there is no such variable',
  );
});
