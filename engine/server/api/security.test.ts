import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { TestWorkspace } from '../../service/local/testing.ts';
import { TokenFile } from './TokenFile.ts';
import { type Answered, ApiUnderTest } from './testing.ts';

/** What the page says is answered, by attack. */
const table = new Map(
  [...(readFileSync('docs/serve.md', 'utf8').split('## Security')[1] ?? '').matchAll(/^\| (.+?) \| (.+?) \|/gm)]
    .slice(2)
    .map(([, attack = '', answer = '']) => [attack, answer]),
);

const KEY = 'whsec-tulip-4711';
const NOW = Date.parse('2026-05-04T10:30:00Z');
const START = '/api/workflows/hello/runs';
const JSON_TYPE = 'Content-Type: application/json';
const HOOKS = `
webhooks:
  shop:
    path: shop
    workflow: hello
    hmac:
      secret: SHOP
      header: X-Signature
      timestamp: { header: X-Timestamp, tolerance: 5m, signed: "{timestamp}.{body}" }
`;

const workspace = new TestWorkspace();
const outside = mkdtempSync(path.join(tmpdir(), 'signalbox-outside-'));
let open: ApiUnderTest;
let guarded: ApiUnderTest;

beforeAll(async () => {
  await loadPatterns();
  workspace.write('hello.yaml', 'tasks: [{ id: a, type: basic, with: { n: "{{ workflow.input }}" } }]');
  const secret = path.join(outside, 'secret.yaml');
  writeFileSync(secret, 'tasks: [{ id: secret, type: basic }]');
  symlinkSync(secret, path.join(workspace.folder, 'link.yaml'));
  const service = await workspace.open();
  const config = readConfig(HOOKS);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const clock = { now: () => NOW, wake: () => () => undefined };
  const given = { service, state: workspace.state, env: { SHOP: KEY }, clock, onProblem: () => undefined };
  const triggers = await openTriggers(config.value, given);
  const tokens = new TokenFile(workspace.state, Date.now);
  await tokens.create({ name: 'me', scope: 'read', expiresAt: null });
  open = await ApiUnderTest.start({ service, triggers, limits: { bodyBytes: 64 * 1024, bodyTime: 200 } });
  guarded = await ApiUnderTest.start({ service, tokens, limits: { failuresPerSecond: 0.5 } });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  await workspace.remove();
  rmSync(outside, { recursive: true });
});

/** The status and the code of an answer, as the table writes them. */
function said({ status, code }: Pick<Answered, 'status' | 'code'>): string {
  return typeof code === 'string' ? `${status} \`${code}\`` : String(status);
}

/** Sends bytes as they are; what is answered until the server hangs up. */
async function send(...parts: readonly string[]): Promise<string> {
  const text = await new Promise<string>((resolve) => {
    const socket = createConnection(open.port, '127.0.0.1');
    let all = '';
    socket.on('data', (chunk) => (all += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(all));
    for (const part of parts) socket.write(part);
  });
  const [, status = 'nothing', code = null] = /^HTTP\/1.1 (\d+)(?:[\s\S]*"code":"(\w+)")?/.exec(text) ?? [];
  return said({ status: Number(status), code });
}

function head(...headers: readonly string[]): string {
  return [`POST ${START} HTTP/1.1`, `Host: 127.0.0.1:${open.port}`, ...headers, '', ''].join('\r\n');
}

/** A request with a token that is none. */
function guess(letter: string): Promise<Answered> {
  return guarded.get('/api/runs', { Authorization: `Bearer sbx_000000000000_${letter.repeat(43)}` });
}

/** A webhook that is signed at a time, in seconds. */
function hook(seconds: number, key = KEY): Promise<Answered> {
  const signature = createHmac('sha256', key).update(`${seconds}.{}`).digest('hex');
  const headers = { 'X-Timestamp': String(seconds), 'X-Signature': signature };
  return open.post('/hooks/shop', '{}', headers);
}

function idOf({ body }: Answered): unknown {
  return isJsonObject(body) ? body['id'] : null;
}

/** All of them are answered alike; the answer. */
async function alike(answers: readonly Promise<Answered>[]): Promise<string> {
  const found = new Set((await Promise.all(answers)).map(said));
  return [...found].join(' and ');
}

/** Each attack of the table, and what comes of it. */
const ATTACKS: Readonly<Record<string, () => Promise<string>>> = {
  'a workflow whose name leads out of the folder, however it is encoded': () =>
    alike(
      [
        '..%2Fsecret',
        '%2e%2e%2fsecret',
        '%2Fetc%2Fpasswd',
        'a%2F..%2F..%2Fsecret',
        '%252e%252e%252fsecret',
        'hello%00',
      ].map((name) => open.post(`/api/workflows/${name}/runs`)),
    ),
  'a file of the folder that is a link out of it': async () => {
    expect((await open.get('/api/workflows')).text).not.toContain('link');
    return said(await open.post('/api/workflows/link/runs'));
  },
  'a run whose id is a path': () =>
    alike(['..%2Findex', '%2e%2e%2findex', 'run%00'].map((id) => open.get(`/api/runs/${id}`))),
  'a body of more than 10 MiB, announced or not': async () => {
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const announced = await send(head(JSON_TYPE, 'Content-Length: 99999999'));
    expect(await send(head(JSON_TYPE, 'Transfer-Encoding: chunked'), chunk, chunk, chunk)).toBe(announced);
    return announced;
  },
  'a body that never arrives': () => send(head(JSON_TYPE, 'Content-Length: 100'), '{'),
  'a body of two lengths (request smuggling)': () =>
    send(head(JSON_TYPE, 'Content-Length: 1', 'Transfer-Encoding: chunked')),
  'a body with `__proto__`': async () => {
    const answer = await open.post(`${START}?wait=20s`, '{"input":{"__proto__":{"admin":true}}}');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    return answer.text.includes('"__proto__"') ? 'data like any other' : answer.text;
  },
  'no token, or one in the address': () =>
    alike(['/api/runs', '/api/runs?token=x', '/metrics'].map((place) => guarded.get(place))),
  'a token that is guessed': () => guess('A').then(said),
  'many of them': async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await guess('B');
      if (answer.status !== 401) return said(answer);
    }
    return 'one after the other';
  },
  'the name of another site for this address (DNS rebinding)': () =>
    open.get('/api/runs', { Host: 'evil.example' }).then(said),
  'a page of another site': () => open.post(START, '{}', { Origin: 'https://evil.example' }).then(said),
  'a webhook with a forged signature': () => hook(NOW / 1000, 'guess').then(said),
  'a webhook that is sent again': async () => {
    const [first, again] = [await hook(NOW / 1000), await hook(NOW / 1000)];
    expect(first.status).toBe(202);
    return idOf(again) === idOf(first) ? 'the run of the first' : again.text;
  },
  'one that is sent again after its tolerance': () => hook(NOW / 1000 - 301).then(said),
  'a body of more than 100,000 values, 10,000 keys in one map, 257 levels, or 10,000 fields of a form': () =>
    open.post(START, `{"input":${'['.repeat(300)}${']'.repeat(300)}}`).then(said),
  'the same key twice in one map; a number larger than any number, such as `1e999`': async () => {
    const doubled = said(await open.post(START, '{"input":{"a":1,"a":2}}'));
    return said(await open.post(START, '{"input":[1e999]}')) === doubled ? doubled : 'two answers';
  },
  'a line break in an address or a header': async () => {
    const evil = '%0d%0aSet-Cookie:%20a=1';
    const answers = [
      open.get(`/api/runs/${evil}`),
      open.post(`/api/workflows/${evil}/runs`),
      open.get(`/${evil}?${evil}`),
    ];
    for (const { headers } of await Promise.all(answers)) expect(headers['set-cookie']).toBeUndefined();
    expect(await send(head(JSON_TYPE, 'Origin: https://a.example\rSet-Cookie: a=1'))).toMatch(/^400/);
    return 'no header of the answer';
  },
  // The last one: it uses up what this address may forge.
  'many forged webhooks': async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await hook(NOW / 1000, 'guess');
      if (answer.status === 401) continue;
      expect((await hook(NOW / 1000)).status).toBe(202);
      return said(answer);
    }
    return 'one after the other';
  },
};

test('docs/serve.md has each attack that is tried here, and those that other tests try', () => {
  const others = [
    '100,000 streams of events that are opened and left',
    'a reader of events that stops reading',
    'a token or a webhook that starts runs beyond its `rate`',
    'a token that asks for workflows outside its limit, or for their runs',
    'a workflow that calls its own server, its network or the metadata of a cloud (SSRF), in any notation',
    'a workflow that reads or writes tokens, journals or `.git`, or reads `signalbox.serve.yaml` or other workflows',
    'a workflow that starts or imports `signalbox.serve.yaml`, in any folder and in any mix of capitals',
    'a folder or a backup that brings a state folder with links, such as `.signalbox/files/NAME` to `.git`',
    'workflows that start each other through the API without an end',
    'one by a name that leads there, at first or later (DNS rebinding)',
    'a forged `X-Forwarded-For`, `Forwarded` or `X-Forwarded-Host`',
  ];
  expect([...table.keys()].sort()).toEqual([...Object.keys(ATTACKS), ...others].sort());
});

test.each(Object.entries(ATTACKS))('%s', async (attack, attempt) => {
  expect(await attempt()).toBe(table.get(attack));
});
