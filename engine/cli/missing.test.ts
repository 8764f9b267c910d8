import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { yaml } from '../testing/index.ts';
import { type InProcess, runInProcess } from './testing.ts';

let folder: string;
let sent: Request[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-missing-'));
  sent = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(new Request(input, init));
    return Response.json({ done: true });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

/** A run, as a script that reads its output sees it. */
async function run(args: readonly string[], given: Omit<InProcess, 'folder'> = {}) {
  const { code, out, error } = await runInProcess(['run', ...args], { folder, ...given });
  return { code, error, result: JSON.parse(out) };
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return name;
}

/** A model that uses more than a budget of one token, and then a call with a key; where that fails, a message is sent. */
const PAID = yaml`
  agents: [{ id: writer, use: "acme:writer", config: { provider: mock, model: small } }]
  tasks:
    - { id: write, type: basic, use: agent:writer, with: { message: Hello }, on_success: { next: pay } }
    - id: pay
      type: basic
      use: core:http
      with: { url: "https://bank.test/pay", method: POST, headers: { Authorization: "Bearer {{ env.KEY }}" } }
      on_error: { next: tell }
    - { id: tell, type: basic, use: core:http, with: { url: "https://chat.test/failed", method: POST } }
`;

const WITH_KEY = ['--secret', 'KEY', '--allow', 'KEY=https://bank.test'];

describe('a run that is resumed without what it was started with', () => {
  test('is refused before it does anything, and goes on once that is given', async () => {
    const env = { KEY: 'a-long-enough-key' };
    write('paid.yaml', PAID);
    const first = await run(['paid.yaml', '--journal', 'run', '--budget-tokens', '1', ...WITH_KEY], { env });
    expect(first).toMatchObject({ code: 1, result: { status: 'paused' } });
    const journal = readFileSync(path.join(folder, 'run'), 'utf8');

    const refused = await run(['--journal', 'run', '--resume', '--budget-tokens', '100000']);
    expect(refused).toMatchObject({
      code: 2,
      error: expect.stringMatching(
        /cannot be resumed: it was started with the secret KEY, which is missing.*--secret KEY/,
      ),
      result: { error: { details: { type: 'missing', missing: [{ what: 'secret', name: 'KEY' }] } } },
    });
    expect(readFileSync(path.join(folder, 'run'), 'utf8')).toBe(journal);
    expect(sent).toEqual([]);

    const resumed = await run(['--journal', 'run', '--resume', '--budget-tokens', '100000', ...WITH_KEY], { env });
    expect(resumed).toMatchObject({ code: 0, result: { status: 'success' } });
    expect(sent.map(({ url }) => url)).toEqual(['https://bank.test/pay']);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-long-enough-key');
  });
});

describe('a run that starts without what it needs is refused before it does anything', () => {
  test.each<readonly [what: string, text: string, args: readonly string[], words: RegExp]>([
    [
      'a variable it sends as credentials',
      PAID,
      [],
      /the workflow sends KEY as a credential.*--secret KEY.*--env KEY=/,
    ],
    [
      'a workspace',
      yaml`
        tasks:
          - { id: tell, type: basic, use: core:http, with: { url: "https://chat.test/", method: POST }, on_success: { next: read } }
          - { id: read, type: basic, use: core:file, with: { op: read, path: a.txt } }
      `,
      [],
      /core:file needs a folder.*--workspace DIR/,
    ],
    [
      'a folder that keeps values, for a tool of an agent',
      yaml`
        tools: [{ id: keep, use: core:kv, schema: { input: { type: object }, output: { type: object } } }]
        agents: [{ id: writer, use: "acme:writer", config: { provider: mock, model: small }, tools: [{ id: keep }] }]
        tasks: [{ id: write, type: basic, use: agent:writer, with: { message: Hello } }]
      `,
      [],
      /core:kv needs a folder.*--state DIR/,
    ],
    [
      'an MCP server',
      'tasks: [{ id: ask, type: basic, use: "mcp:docs/find", with: { q: x } }]',
      [],
      /the MCP server docs.*--mcp docs=URL/,
    ],
    [
      'a variable of an MCP server',
      'tasks: [{ id: ask, type: basic, use: "mcp:docs/find", with: { q: x } }]',
      ['--mcp', 'docs=https://docs.test/mcp', '--header', 'docs:Authorization=Bearer {{ env.DOCS }}'],
      /the MCP server docs needs DOCS.*--secret DOCS/,
    ],
  ])('%s', async (_, text, args, words) => {
    write('flow.yaml', text);
    const refused = await run(['flow.yaml', '--journal', 'run', ...args]);
    expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(words) });
    expect(sent).toEqual([]);
  });

  test('all that is missing is named at once', async () => {
    write('flow.yaml', PAID.replace('use: agent:writer', 'use: core:file'));
    const { error } = await run(['flow.yaml']);
    expect(error).toMatch(/since these are missing:\n {2}the workflow sends KEY.*\n {2}core:file needs/);
  });

  test.each([
    ['an expression that says what holds without it', PAID.replace('{{ env.KEY }}', "{{ env.KEY ?? 'none' }}"), []],
    ['a variable that is empty on purpose', PAID, ['--env', 'KEY=']],
    ['an environment of the workflow', `env: { KEY: none }\n${PAID}`, []],
    ['what a disabled task sends', PAID.replace('- id: pay\n', '- id: pay\n    disabled: true\n'), []],
    [
      'what an agent sends that no task uses',
      `${PAID.replace('{{ env.KEY }}', 'none')}\n`.replace(
        'agents: [',
        'agents: [{ id: other, use: "acme:other", config: { provider: openai, model: m, api_key: "{{ env.KEY }}" } }, ',
      ),
      [],
    ],
  ])('%s is not missing', async (_, text, args) => {
    write('flow.yaml', text);
    expect(await run(['flow.yaml', ...args])).toMatchObject({ code: 0 });
  });
});

describe('what only a call shows to be missing pauses the run before the call', () => {
  const OUTER = yaml`
    tasks:
      - id: inner
        type: basic
        use: core:workflow
        with: { file: inner.yaml }
        on_error: { next: tell }
      - { id: tell, type: basic, use: core:http, with: { url: "https://chat.test/failed", method: POST } }
    outputs: { kept: "{{ tasks.inner.output.kept }}" }
  `;
  const INNER = yaml`
    tasks:
      - { id: set, type: basic, use: core:kv, with: { op: set, key: a, value: 1 } }
    outputs: { kept: "{{ tasks.set.output.value }}" }
  `;

  test('and nothing times out for it, inside or around, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const bound = 'config: { timeout: 5m }';
      write('outer.yaml', OUTER.replace('use: core:workflow', `${bound}\n    use: core:workflow`));
      write('inner.yaml', INNER.replace('use: core:kv', `${bound}, use: core:kv`));
      const given = ['--workspace', '.', '--journal', 'run'];
      expect(await run(['outer.yaml', ...given])).toMatchObject({ code: 2, result: { status: 'paused' } });
      vi.setSystemTime(Date.now() + 3_600_000);
      const resumed = await run(['--resume', ...given, '--state', 'state']);
      expect(resumed).toMatchObject({ code: 0, result: { status: 'success', output: { kept: 1 } } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('in a run inside, and both go on once it is given', async () => {
    write('outer.yaml', OUTER);
    write('inner.yaml', INNER);
    const given = ['--workspace', '.', '--journal', 'run'];
    const paused = await run(['outer.yaml', ...given]);
    expect(paused).toMatchObject({
      code: 2,
      error: expect.stringMatching(/paused.*--state.*--journal run --resume/),
      result: { status: 'paused', error: { details: { missing: [{ what: 'state' }] } } },
    });
    // Still missing: it pauses again, and loses nothing.
    expect(await run(['--resume', ...given])).toMatchObject({ code: 2 });
    const resumed = await run(['--resume', ...given, '--state', 'state']);
    expect(resumed).toMatchObject({ code: 0, result: { status: 'success', output: { kept: 1 } } });
    expect(sent).toEqual([]);
  });

  test('a run that was not saved says so', async () => {
    write('outer.yaml', OUTER);
    write('inner.yaml', INNER);
    const paused = await run(['outer.yaml', '--workspace', '.']);
    expect(paused).toMatchObject({ code: 2, error: expect.stringMatching(/was not saved.*--journal/) });
  });
});
