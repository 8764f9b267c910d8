import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Json, loadPatterns } from '../../base/index.ts';
import { readConfig } from '../../serveConfig/index.ts';
import { openTriggers } from '../../service/index.ts';
import { type Answered, ApiUnderTest } from './testing.ts';
import { RunsInMemory } from './testingRuns.ts';

const env = {
  GITHUB: "It's a Secret to Everybody",
  STRIPE_NEW: 'whsec_tulip4711new',
  STRIPE_OLD: 'whsec_tulip4711old',
  SLACK: '8f742231b10e8888abcd99yyyzzz85a5',
  STANDARD: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  STANDARD_OLD: 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
};

const HOOKS = `
webhooks:
  github: { path: github, workflow: hello, preset: github, secret: GITHUB }
  stripe: { path: stripe, workflow: hello, preset: stripe, secret: [STRIPE_NEW, STRIPE_OLD] }
  slack: { path: slack, workflow: hello, preset: slack, secret: SLACK }
  standard: { path: standard, workflow: hello, preset: standard, secret: [STANDARD, STANDARD_OLD], tolerance: 1m }
  own:
    path: own
    workflow: hello
    hmac:
      secret: STANDARD
      secret_encoding: base64
      header: Webhook-Signature
      prefix: "v1,"
      encoding: base64
      separator: " "
      id: Webhook-Id
      timestamp: { header: Webhook-Timestamp }
`;

let folder: string;
let api: ApiUnderTest;
let runs: RunsInMemory;

beforeAll(async () => {
  await loadPatterns();
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-senders-'));
});
afterEach(() => api.close());
afterAll(() => rmSync(folder, { recursive: true }));

async function start(at: string, text = HOOKS): Promise<void> {
  const read = readConfig(text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  runs = new RunsInMemory();
  const clock = { now: () => Date.parse(at), wake: () => () => undefined };
  const given = { service: runs, state: folder, env, clock, onProblem: () => undefined };
  api = await ApiUnderTest.start({ service: runs, triggers: await openTriggers(read.value, given) });
}

async function inputOf({ body }: Answered): Promise<Json> {
  const page = await runs.events((body as { readonly id: string }).id, { after: 0, limit: 1 });
  const event = page?.events[0]?.event;
  return event?.type === 'run.started' ? event.input : null;
}

async function countRuns(): Promise<number> {
  return (await runs.list({ limit: 10 }))?.runs.length ?? 0;
}

const PUSH = JSON.stringify({
  ref: 'refs/heads/main',
  after: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  repository: { id: 35129377, full_name: 'baxterthehacker/public-repo' },
  head_commit: { message: 'Grüße — naïve café ☕', timestamp: '2026-05-04T10:30:00+02:00' },
});

test('GitHub, signed by @octokit/webhooks-methods: each delivery has one run', async () => {
  await start('2026-05-04T10:30:00Z');
  const signature = await signAsGitHub(env.GITHUB, PUSH);
  const headers = { 'X-Hub-Signature-256': signature, 'X-GitHub-Event': 'push' };
  const deliver = (id: string): Promise<Answered> =>
    api.post('/hooks/github', PUSH, { ...headers, 'X-GitHub-Delivery': id });
  const first = await deliver('72d3162e-cc78-11e3-81ab-4c9367dc0958');
  expect(first.status).toBe(202);
  expect(await inputOf(first)).toEqual(JSON.parse(PUSH));
  // Redelivered by a person, or by GitHub itself.
  expect(await deliver('72d3162e-cc78-11e3-81ab-4c9367dc0958')).toMatchObject({ status: 202, body: first.body });
  expect((await deliver('7ed5cab0-cc78-11e3-9f17-5b0eb5e6c2d4')).status).toBe(202);
  expect(await countRuns()).toBe(2);
  expect(await api.post('/hooks/github', PUSH, headers)).toMatchObject({ status: 422, code: 'UNFIT_REQUEST' });
});

test('GitHub, the example of its documentation', async () => {
  await start('2026-05-04T10:30:00Z');
  const headers = {
    'Content-Type': 'text/plain',
    'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    'X-GitHub-Delivery': 'one',
  };
  expect(await inputOf(await api.post('/hooks/github', 'Hello, World!', headers))).toBe('Hello, World!');
});

const PAYMENT = JSON.stringify(
  {
    id: 'evt_1Qf0aB2eZvKYlo2C4711',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', amount: 2000, currency: 'eur', description: 'Käse 🧀' } },
  },
  null,
  2,
);

/** What `stripe` 23.1.0 makes by `generateTestHeaderString` for 2026-05-04T10:30:00Z; the package itself has 23 MB. */
const BY_STRIPE = {
  new: 't=1777890600,v1=5c85f4bc0a2c05e21b9b93decfece4bff75aec0f1ae25ebeab789175ab65a838',
  old: 't=1777890600,v1=42fdd586ab96677089fa3d03cfa71eae6e8baf24f2676a880bd4c9a7abb916db',
};

test('Stripe: any signature of the header by any of both secrets is enough, and an event has one run', async () => {
  await start('2026-05-04T10:34:59Z');
  const [, old = ''] = BY_STRIPE.old.split(',');
  const forged = `v1=${'0'.repeat(64)}`;
  const pay = (signature: string): Promise<Answered> =>
    api.post('/hooks/stripe', PAYMENT, { 'Stripe-Signature': signature });
  const first = await pay(BY_STRIPE.new);
  expect(first.status).toBe(202);
  expect(await inputOf(first)).toEqual(JSON.parse(PAYMENT));
  for (const signature of [
    BY_STRIPE.old,
    `${BY_STRIPE.new},${old},v0=${'0'.repeat(64)}`,
    `t=1777890600,${forged},${old}`,
  ])
    expect(await pay(signature)).toMatchObject({ status: 202, body: first.body });
  expect(await countRuns()).toBe(1);
  for (const signature of [
    `t=1777890600,${forged}`,
    BY_STRIPE.new.replace('v1=', 'v0='),
    BY_STRIPE.new.replace('1777890600', '1777890601'),
    `t=1777890000,${BY_STRIPE.new}`,
    BY_STRIPE.new.replace('t=1777890600,', ''),
    't=1777890600',
    't=1777890600,v1=',
    '',
  ])
    expect(await pay(signature), signature).toMatchObject({ status: 401, code: 'SIGNATURE_REFUSED' });
});

test.each([
  ['2026-05-04T10:35:00Z', 202],
  ['2026-05-04T10:35:01Z', 401],
  ['2026-05-04T10:24:59Z', 401],
])('Stripe, at %s: %i', async (at, status) => {
  await start(at);
  expect(await api.post('/hooks/stripe', PAYMENT, { 'Stripe-Signature': BY_STRIPE.new })).toMatchObject({ status });
});

/** The example of Slack's page about verifying requests. */
const COMMAND =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';

const BY_SLACK = {
  'Content-Type': 'application/x-www-form-urlencoded',
  'X-Slack-Request-Timestamp': '1531420618',
  'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};

test('Slack, the example of its documentation: a command that is sent again finds its run', async () => {
  await start('2018-07-12T18:40:00Z');
  const first = await api.post('/hooks/slack', COMMAND, BY_SLACK);
  expect(first.status).toBe(202);
  expect(await inputOf(first)).toMatchObject({ command: '/webhook-collect', text: '', user_name: 'roadrunner' });
  expect(await api.post('/hooks/slack', COMMAND, BY_SLACK)).toMatchObject({ body: first.body });
  expect(await countRuns()).toBe(1);
});

test('Slack asks whether the address is ours, and is answered once it has signed that', async () => {
  await start('2018-07-12T18:40:00Z');
  const body = '{"type":"url_verification","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}';
  const signature = createHmac('sha256', env.SLACK).update(`v0:1531420618:${body}`).digest('hex');
  const headers = { 'X-Slack-Request-Timestamp': '1531420618', 'X-Slack-Signature': `v0=${signature}` };
  const { challenge } = JSON.parse(body);
  expect(await api.post('/hooks/slack', body, headers)).toMatchObject({ status: 200, body: { challenge } });
  expect(await api.post('/hooks/slack', body, BY_SLACK)).toMatchObject({ status: 401 });
  expect(await countRuns()).toBe(0);
});

const CONTACT = '{"type": "contact.created","timestamp":"2026-05-04T10:30:00Z","data":{"name":"Ünal"}}';

/** Headers as `standardwebhooks` makes them. */
function signAsStandard(
  id: string,
  seconds: number,
  secrets: readonly string[] = [env.STANDARD],
): Record<string, string> {
  const at = new Date(seconds * 1000);
  const signatures = secrets.map((secret) => new StandardWebhook(secret).sign(id, at, CONTACT));
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

test.each(['standard', 'own'])('Standard Webhooks, signed by standardwebhooks, at /hooks/%s', async (place) => {
  await start('2026-05-04T10:30:00Z');
  const now = Date.parse('2026-05-04T10:30:00Z') / 1000;
  const send = (headers: Record<string, string>): Promise<Answered> => api.post(`/hooks/${place}`, CONTACT, headers);
  const signed = signAsStandard('msg_p5jXN8AQM9LWM0D4loKWxJek', now - 10);
  const first = await send(signed);
  expect(first.status).toBe(202);
  expect(await inputOf(first)).toEqual(JSON.parse(CONTACT));
  expect((await send(signAsStandard('msg_2', now - 10))).body).not.toEqual(first.body);
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
  const refused = [
    { ...signed, 'webhook-id': 'msg_other' },
    { ...signed, 'webhook-timestamp': String(now) },
    { ...signed, 'webhook-signature': signed['webhook-signature']?.replace('v1,', 'v1a,') ?? '' },
    { ...signed, 'webhook-signature': signed['webhook-signature']?.slice(3) ?? '' },
    signAsStandard('msg_3', now, [other]),
    // The end of the id would pass for the time.
    signAsStandard('msg.3', now),
  ];
  for (const headers of refused) expect(await send(headers)).toMatchObject({ status: 401, code: 'SIGNATURE_REFUSED' });
  expect((await send(signAsStandard('msg_4', now, [other, env.STANDARD]))).status).toBe(202);
  expect(await send(signAsStandard('msg_5', now - 301))).toMatchObject({ status: 401, code: 'SIGNATURE_EXPIRED' });
  expect(await countRuns()).toBe(3);
});

test('Standard Webhooks: a message that is tried again has another time, and finds its run', async () => {
  await start('2026-05-04T10:30:00Z');
  const now = Date.parse('2026-05-04T10:30:00Z') / 1000;
  const first = await api.post('/hooks/standard', CONTACT, signAsStandard('msg_1', now - 50));
  const again = await api.post('/hooks/standard', CONTACT, signAsStandard('msg_1', now, [env.STANDARD_OLD]));
  expect(again).toMatchObject({ status: 202, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  const late = signAsStandard('msg_2', now - 61);
  expect(await api.post('/hooks/standard', CONTACT, late)).toMatchObject({ code: 'SIGNATURE_EXPIRED' });
});

test.each([
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff]), null],
  ['application/octet-stream', Buffer.from('looks like text'), null],
  ['application/x-protobuf', Buffer.from([8, 150, 1]), null],
  ['text/plain', Buffer.from([0xff, 0xfe, 0x41]), null],
  ['text/plain; charset=nonsense', Buffer.from('abc'), null],
  ['multipart/form-data; boundary=x', Buffer.from([0x2d, 0x2d, 0x78, 0xff]), null],
  ['multipart/form-data; boundary=x', Buffer.from('--x\r\n\r\nä\r\n--x--'), '--x\r\n\r\nä\r\n--x--'],
  ['text/plain', Buffer.from('\uFEFFäö'), '\uFEFFäö'],
  ['text/csv; charset="ISO-8859-1"', Buffer.from('a;\xe4', 'latin1'), 'a;ä'],
  ['application/soap+xml', Buffer.from('<a>ä</a>'), '<a>ä</a>'],
])('a body of %s reaches the run with every byte', async (type, bytes, text) => {
  await start('2026-05-04T10:30:00Z', 'webhooks: { open: { path: open, workflow: hello, auth: none } }');
  const input = await inputOf(await api.post('/hooks/open', bytes, { 'Content-Type': type }));
  const [media] = type.split(';');
  expect(input).toEqual(text ?? { base64: bytes.toString('base64'), content_type: media });
});
