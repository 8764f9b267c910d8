import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CANARY, showsCanary } from '../testing/hostileWorkflow.ts';
import { yaml } from '../testing/index.ts';
import { parseLines } from './readVariables.ts';
import { type Ended, type InProcess, runInProcess } from './testing.ts';

let folder: string;
let sent: Request[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-secrets-'));
  sent = [];
  answer(async () => Response.json({}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

/** Servers that note what they are sent. */
function answer(respond: (request: Request) => Promise<Response>): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(request);
    return respond(request);
  });
}

function write(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return name;
}

/** Everything that a command wrote into its folder, but what it was given. */
function filesBut(...given: readonly string[]): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !given.includes(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

const run = (args: readonly string[], given: Omit<InProcess, 'folder'> = {}): Promise<Ended> =>
  runInProcess(['run', ...args], { folder, isErrorTerminal: true, ...given });

/** A call with something in it, whose answer is repeated. */
const call = (given: object): string =>
  JSON.stringify({
    tasks: [{ id: 'a', type: 'basic', use: 'core:http', with: { url: 'https://api.test/', method: 'POST', ...given } }],
    outputs: { it: '{{ tasks.a.output.body }}' },
  });

/** As {@link call}, and what a variable is compared with. */
function compare(given: object): string {
  return call(given).replace('tasks.a.output.body', "env.STAGE == 'production'");
}

/** What a command says that cannot start. */
async function said(...args: readonly string[]): Promise<string> {
  const { code, error } = await run(args);
  expect(code).toBe(2);
  return error;
}

describe('a variable that no one called a secret is one where it is sent', () => {
  test.each<readonly [where: string, given: object]>([
    ['a header', { headers: { 'PRIVATE-TOKEN': '{{ env.KEY }}' } }],
    ['a header of a shop', { headers: { 'X-Shopify-Access-Token': '{{ env.KEY }}' } }],
    ['X-Auth-Key', { headers: { 'X-Auth-Key': '{{ env.KEY }}' } }],
    ['a cookie', { headers: { Cookie: 'sid={{ env.KEY }}' } }],
    ['a header of any name', { headers: { 'x-note': '{{ env.KEY }}' } }],
    ['headers that are computed', { headers: '{{ { "x-note": env.KEY } }}' }],
    ['the query', { query: { key: '{{ env.KEY }}' } }],
    ['the query of the address', { url: 'https://api.test/?api_key={{ env.KEY }}' }],
    ['the query of an address that is computed', { url: "{{ 'https://api.test/?k=' + env.KEY }}" }],
    ['a field of the body', { json: { passphrase: '{{ env.KEY }}' } }],
    ['another field of the body', { json: { auth: { app_secret: '{{ env.KEY }}' } } }],
  ])('%s', async (_, given) => {
    let received = '';
    answer(async (request) => {
      received = [...request.headers].join(' ') + request.url + (await request.text());
      return Response.json({ said: received });
    });
    write('flow.yaml', call(given));
    const files = ['--journal', 'j.jsonl', '--events', 'e.jsonl'];
    const { code, out, error } = await run(['flow.yaml', '--env', 'KEY', ...files], { env: { KEY: CANARY } });
    expect(code).toBe(0);
    expect(received).toContain(CANARY);
    expect(out).toContain('••••••');
    for (const text of [out, error, filesBut('flow.yaml')]) expect(showsCanary(text)).toBe(false);
    await run(['--journal', 'j.jsonl', '--resume', '--env', 'KEY'], { env: { KEY: CANARY } });
    expect(showsCanary(filesBut('flow.yaml'))).toBe(false);
  });

  test('the user name and password of an address, which is refused', async () => {
    write('flow.yaml', call({ url: 'https://me:{{ env.KEY }}@api.test/' }));
    const { code, out, error } = await run([
      'flow.yaml',
      '--env',
      `KEY=${CANARY}`,
      '--journal',
      'j.jsonl',
      '--events',
      'e.jsonl',
    ]);
    expect([code, sent.length]).toEqual([1, 0]);
    for (const text of [out, error, filesBut('flow.yaml')]) expect(showsCanary(text)).toBe(false);
  });

  test('not where --plain says that it is none, and not where it is only in a path', async () => {
    write('flow.yaml', compare({ headers: { 'x-stage': '{{ env.STAGE }}' } }));
    const stage = ['--env', 'STAGE=production'];
    expect(JSON.parse((await run(['flow.yaml', ...stage])).out)).toMatchObject({ output: { it: false } });
    expect(JSON.parse((await run(['flow.yaml', ...stage, '--plain', 'STAGE'])).out)).toMatchObject({
      output: { it: true },
    });
    write('key.yaml', compare({ headers: { authorization: '{{ env.STAGE }}' } }));
    const masked = await run(['key.yaml', ...stage, '--plain', 'STAGE']);
    expect(JSON.parse(masked.out)).toMatchObject({ output: { it: false } });
    expect(masked.error).toContain('--plain STAGE: It is masked all the same');
    write('path.yaml', compare({ url: 'https://api.test/{{ env.STAGE }}' }));
    expect(JSON.parse((await run(['path.yaml', ...stage])).out)).toMatchObject({ output: { it: true } });
  });
});

describe('--secret', () => {
  const FLOW = call({ headers: { authorization: 'Bearer {{ env.KEY }}' } });
  const ALLOWED = ['--allow', 'KEY=https://api.test'];

  test('takes its value from the environment, a file, a descriptor, standard input or a list', async () => {
    write('flow.yaml', FLOW);
    write('key.txt', 'from-a-file-1\n');
    write('keys.env', '# two\nKEY="from-a-list-1"\nexport OTHER=x\n');
    const handle = openSync(path.join(folder, 'key.txt'), 'r');
    try {
      for (const [form, value] of [
        ['KEY', 'from-environment-1'],
        ['KEY=given-1', 'given-1'],
        ['KEY=given@-1', 'given@-1'],
        ['KEY@key.txt', 'from-a-file-1'],
        [`KEY@fd:${handle}`, 'from-a-file-1'],
        ['KEY@-', 'from-input-1'],
        ['KEY@fd:0', 'from-input-1'],
        ['@keys.env', 'from-a-list-1'],
      ] as const) {
        const ended = await run(['flow.yaml', '--secret', form, ...ALLOWED], {
          env: { KEY: 'from-environment-1' },
          input: 'from-input-1\n',
        });
        expect([form, ended.code, sent.at(-1)?.headers.get('authorization')]).toEqual([form, 0, `Bearer ${value}`]);
      }
    } finally {
      closeSync(handle);
    }
  });

  test('is refused in words, before anything is sent, where its value is nowhere', async () => {
    write('flow.yaml', FLOW);
    expect(await said('flow.yaml', '--secret', 'KEY')).toBe(
      '--secret KEY: there is no such variable in the environment. Set it.\n',
    );
    expect(await said('flow.yaml', '--secret', 'KEY@none')).toBe(
      '--secret KEY@none: There is no such file or folder.\n',
    );
    expect(await said('flow.yaml', '--secret', 'KEY@fd:99')).toMatch(
      /^--secret KEY@fd:99: there is no open descriptor 99/,
    );
    expect(await said('flow.yaml', '--secret', `=${CANARY}`)).not.toContain(CANARY);
    expect(await said('-', '--secret', 'KEY@-')).toBe('Standard input can be the workflow or --secret, not both.\n');
    expect(await said('flow.yaml', '--env', 'KEY=x', ...ALLOWED)).toMatch(
      /^An origin is allowed for KEY, which is not a secret/,
    );
    expect(sent).toEqual([]);
  });

  test('is not repeated where it was given in a way that is refused', async () => {
    write('flow.yaml', FLOW);
    const apart = await said('flow.yaml', '--secret', 'KEY', CANARY);
    expect(apart).toMatch(/^One file runs at a time; there is 1 further argument\./);
    const mixed = await said('flow.yaml', '--secret', `a@b=${CANARY}`);
    expect(mixed).toMatch(/^--secret takes the name of a file behind @/);
    for (const text of [apart, mixed, await said('flow.yaml', '--secret', `@b=${CANARY}`)])
      expect(text).not.toContain(CANARY);
    expect(await said('flow.yaml', 'other.yaml')).toContain('there is also "other.yaml"');
  });

  test('is a placeholder in what a signal carries', async () => {
    write('flow.yaml', 'tasks: [{ id: a, type: wait, config: { signal: go, timeout: 60s, check_interval: 1s } }]');
    const { code } = await run(['flow.yaml', '--secret', 'KEY', '--journal', 'j.jsonl', '--signal', `go="${CANARY}"`], {
      env: { KEY: CANARY },
    });
    expect(code).toBe(0);
    const files = filesBut('flow.yaml');
    expect(files).toContain('"signal.received"');
    expect(files).not.toContain(CANARY);
  });

  test('goes only where --allow says, which a refusal names', async () => {
    write('flow.yaml', FLOW);
    const secret = ['--secret', 'KEY'];
    const refused = await run(['flow.yaml', ...secret], { env: { KEY: CANARY } });
    expect(JSON.parse(refused.out)).toMatchObject({
      error: { code: 'AUTHORIZATION_ERROR', message: expect.stringContaining('--allow KEY=https://api.test') },
    });
    expect([refused.code, sent.length]).toEqual([1, 0]);
    expect(await run(['flow.yaml', ...secret, ...ALLOWED], { env: { KEY: CANARY } })).toMatchObject({ code: 0 });
    expect(sent.at(-1)?.headers.get('authorization')).toBe(`Bearer ${CANARY}`);
  });

  test('is in no file that is written, the checkpoint and the state among them, while the run is going and after', async () => {
    const rounds = 100;
    write(
      'flow.yaml',
      yaml`
        tasks:
          - id: ask
            type: basic
            use: core:http
            with: { url: "https://api.test/", method: POST, headers: { PRIVATE-TOKEN: "{{ env.KEY }}" }, json: { n: "{{ (tasks.ask.output.body.n ?? 0) + 1 }}" } }
            on_success: { next: keep }
          - { id: keep, type: basic, use: core:kv, with: { op: set, key: said, value: "{{ tasks.ask.output.body }}" }, on_success: { next: again } }
          - { id: again, type: decision, config: { condition: "{{ tasks.ask.output.body.n < ${rounds} }}", routes: { true: ask, false: end } } }
      `,
    );
    let during = '';
    let hadCheckpoint = false;
    answer(async (request) => {
      const { n } = (await request.json()) as { n: number };
      if (n === rounds) {
        during = filesBut('flow.yaml');
        hadCheckpoint = existsSync(path.join(folder, 'j.jsonl.checkpoint'));
      }
      return Response.json({ n, said: `${request.headers.get('private-token')} `.repeat(20) });
    });
    const options = ['--secret', 'KEY', '--allow', 'KEY=https://api.test', '--state', 'state'];
    const files = ['--journal', 'j.jsonl', '--events', 'e.jsonl'];
    const { code, out, error } = await run(['flow.yaml', ...options, ...files], { env: { KEY: CANARY } });
    expect([code, sent.length, hadCheckpoint]).toEqual([0, rounds, true]);
    for (const text of [during, out, error, filesBut('flow.yaml')]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.includes(CANARY)).toBe(false);
      expect(showsCanary(text, 0)).toBe(false);
    }
  }, 60_000);
});

test('files of variables: what a line is', () => {
  const text = '\n# names\nA=1\nexport B = two # and more\nC="x\ny=z"\nD=\'# no comment\'\nE=\r\nF=a=b\n';
  expect(parseLines(text)).toEqual({
    ok: true,
    value: [
      ['A', '1'],
      ['B', 'two'],
      ['C', 'x\ny=z'],
      ['D', '# no comment'],
      ['E', ''],
      ['F', 'a=b'],
    ],
  });
  expect(parseLines('A=1\nB\nC=2\n')).toEqual({ ok: false, error: 'line 2 is not NAME=VALUE.' });
  expect(parseLines('=1\n')).toEqual({ ok: false, error: 'line 1 is not NAME=VALUE.' });
  expect(parseLines('A="x\nB=2\n')).toEqual({ ok: false, error: 'the " of line 1 is never closed.' });
});

test('--env @FILE gives variables, and what is later goes before; a line that is none is named', async () => {
  write('flow.yaml', 'tasks:\n  - {id: a, type: basic, with: {a: "{{ env.A }}", b: "{{ env.B }}"}}\n');
  write('vars.env', 'A=from file\nB="quoted # text"\n');
  const ended = await run(['flow.yaml', '--env', '@vars.env', '--env', 'A=from shell']);
  expect(JSON.parse(ended.out)).toMatchObject({ output: { a: 'from shell', b: 'quoted # text' } });
  write('broken.env', 'A=1\nTOKEN\nB=2\n');
  const refused = await run(['flow.yaml', '--env', '@broken.env']);
  expect(refused).toMatchObject({ code: 2, error: '--env @broken.env: line 2 is not NAME=VALUE.\n' });
});

const CRM_TOKEN = 'token-of-the-crm-4711';

/** A tool with a token, and a task beside it. */
function besideCrm(use: string, url: string): string {
  return yaml`
    tools:
      - id: crm
        use: core:http
        config: { base_url: "https://crm.test/v1", headers: { Authorization: "Bearer {{ env.CRM_TOKEN }}" } }
        schema: { input: { type: object }, output: {} }
    tasks: [{ id: a, type: basic, use: "${use}", with: { url: "${url}" } }]
  `;
}

test.each([
  ['the built-in that it uses', 'core:http', 'https://elsewhere.test/', null],
  ['the tool, for another site', 'tool:crm', 'https://elsewhere.test/', null],
  ['the tool, for its own', 'tool:crm', '/customers', `Bearer ${CRM_TOKEN}`],
])('a tool gives its token to its own site alone: %s', async (_, use, url, token) => {
  const ended = await run([write('flow.yaml', besideCrm(use, url)), '--env', `CRM_TOKEN=${CRM_TOKEN}`]);
  expect(ended.code).toBe(0);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([token]);
});
