import { describe, expect, test } from 'vitest';
import { err, type Json, type JsonObject } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { makeToolCall, scriptFetch } from '../../testing/calls.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../../testing/memoryFiles.ts';
import { createPerformer, type PerformerContext } from '../createPerformer.ts';
import { createRunScript } from '../scripts/createRunScript.ts';
import { createScriptServer } from '../scripts/serveScripts.ts';

function perform(
  use: string,
  input: Json,
  { config = {}, ...context }: Partial<PerformerContext> & { config?: JsonObject } = {},
): Promise<Outcome> {
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined, ...context });
  return performer.perform(makeToolCall(use, input, { config }), new AbortController().signal);
}

describe('core:file', () => {
  test('reads, writes, lists and deletes', async () => {
    const files = createMemoryFiles({ 'a/b.txt': 'old', 'c.txt': 'c' });
    expect(await perform('core:file', { op: 'write', path: './a//d.txt', text: 'new' }, { files })).toMatchObject({
      value: { path: 'a/d.txt' },
    });
    expect(await perform('core:file', { op: 'read', path: 'a/d.txt' }, { files })).toMatchObject({
      value: { path: 'a/d.txt', text: 'new' },
    });
    expect(await perform('core:file', { op: 'list', path: 'a' }, { files })).toMatchObject({
      value: { paths: ['a/b.txt', 'a/d.txt'] },
    });
    expect(await perform('core:file', { op: 'delete', path: 'a/b.txt' }, { files })).toMatchObject({ ok: true });
    expect([...files.texts.keys()]).toEqual(['c.txt', 'a/d.txt']);
  });

  test.each([
    '../secret',
    'a/../../secret',
    'a/..',
    '/etc/passwd',
    '//host/share',
    '~/x',
    'a\\..\\..\\secret',
    '\\\\host\\share',
    'C:/Windows',
    'c:x',
    'file:///etc/passwd',
    'a\u0000.txt',
    'a\nb',
    '.. /x',
    '.../x',
  ])('never leaves the workspace: %j', async (path) => {
    const files = createMemoryFiles();
    for (const op of ['read', 'write', 'list', 'delete'])
      expect(await perform('core:file', { op, path, text: 'x' }, { files })).toMatchObject({
        error: { code: 'AUTHORIZATION_ERROR', details: { type: 'file', reason: 'path' } },
      });
    expect(files.texts.size).toBe(0);
  });

  test('what is missing is reported', async () => {
    const files = createMemoryFiles();
    expect(await perform('core:file', { op: 'read' }, { files })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(await perform('core:file', { op: 'write', path: 'a' }, { files })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(await perform('core:file', { op: 'read', path: 'a' }, { files })).toMatchObject({
      error: { code: 'EXECUTION_ERROR', message: 'There is no file “a”.' },
    });
    expect(await perform('core:file', { op: 'list' })).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR', message: expect.stringContaining('--workspace') },
    });
  });
});

describe('core:kv', () => {
  test('keeps values by namespace and key', async () => {
    const keyValues = createMemoryKeyValues();
    const kv = (input: Json, namespace?: string): Promise<Outcome> =>
      perform('core:kv', input, { keyValues, config: namespace === undefined ? {} : { namespace } });
    expect(await kv({ op: 'get', key: 'seen' })).toMatchObject({ value: { value: null } });
    expect(await kv({ op: 'set', key: 'seen', value: [1] })).toMatchObject({ value: { value: [1] } });
    expect(await kv({ op: 'set', key: 'also', value: null }, 'other')).toMatchObject({ ok: true });
    expect(await kv({ op: 'get', key: 'seen' })).toMatchObject({ value: { value: [1] } });
    expect(await kv({ op: 'get', key: 'seen' }, 'other')).toMatchObject({ value: { value: null } });
    expect(await kv({ op: 'list' }, 'other')).toMatchObject({ value: { keys: ['also'] } });
    expect(await kv({ op: 'delete', key: 'seen' })).toMatchObject({ ok: true });
    expect(await kv({ op: 'list' })).toMatchObject({ value: { keys: [] } });
  });

  test('says what is missing, too large or cannot be kept', async () => {
    const keyValues = createMemoryKeyValues();
    expect(await perform('core:kv', { op: 'get' }, { keyValues })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(await perform('core:kv', { op: 'set', key: 'k' }, { keyValues })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    const value = 'x'.repeat(5e6);
    expect(await perform('core:kv', { op: 'set', key: 'k', value }, { keyValues })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    const full = { ...keyValues, set: async () => err('The disk is full.') };
    expect(await perform('core:kv', { op: 'set', key: 'k', value: 1 }, { keyValues: full })).toMatchObject({
      error: { code: 'EXECUTION_ERROR', message: 'The disk is full.', details: { reason: 'storage' } },
    });
    expect(await perform('core:kv', { op: 'list' })).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
  });
});

function page(body: string, init: ResponseInit): Partial<PerformerContext> {
  return { fetch: async () => new Response(body, init) };
}

describe('core:html', () => {
  const html = `<!doctype html><title> A &amp; B </title><style>p{}</style><base href="/docs/">
    <body><h1>Head</h1><p>One <b>two</b></p><script>no()</script>
    <a href="x.html">X</a> <a name="none">none</a> <a href="mailto:a@b.c">mail</a>
    <table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>1 <table><tr><td>in</td></tr></table></td></tr></table></body>`;

  test('reads title, text, links and tables', async () => {
    const outcome = await perform('core:html', { html, url: 'https://a.test/page' });
    expect(outcome).toMatchObject({
      value: {
        title: 'A & B',
        links: [
          { text: 'X', href: 'https://a.test/docs/x.html' },
          { text: 'mail', href: 'mailto:a@b.c' },
        ],
        tables: [
          { columns: ['k', 'v'], rows: [['a', '1 in']] },
          { columns: [], rows: [['in']] },
        ],
      },
    });
    expect(outcome).toHaveProperty(
      'value.text',
      expect.stringMatching(/^A & B\nHead\nOne two\nX none mail\nk\nv\na\n1\nin$/),
    );
  });

  test('finds what a selector fits', async () => {
    expect(await perform('core:html', { html, select: 'p > b, a[href^=mailto]' })).toMatchObject({
      value: { matches: [{ text: 'two' }, { text: 'mail', attributes: { href: 'mailto:a@b.c' } }] },
    });
    expect(await perform('core:html', { html, select: 'p >> [' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { reason: 'select' } },
    });
  });

  test('gets a page by its address; what fails is an error of the call', async () => {
    const found = page('<title>T</title>', { headers: { 'content-type': 'text/html; charset=iso-8859-1' } });
    expect(await perform('core:html', { url: 'https://a.test/' }, found)).toMatchObject({ value: { title: 'T' } });
    expect(await perform('core:html', { url: 'https://a.test/' }, page('', { status: 403 }))).toMatchObject({
      error: { code: 'AUTHORIZATION_ERROR' },
    });
    const { requests, fetch } = scriptFetch();
    expect(await perform('core:html', {}, { fetch })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(requests).toEqual([]);
  });

  test('a page nested a hundred thousand deep is refused, one nested 900 deep is read', async () => {
    expect(await perform('core:html', { html: '<div>'.repeat(1e5) })).toMatchObject({
      error: { code: 'LIMIT_ERROR', details: { reason: 'depth' } },
    });
    expect(await perform('core:html', { html: `${'<i>'.repeat(900)}end` })).toMatchObject({ value: { text: 'end' } });
  });
});

const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => {} }));

function run(code: string, config: JsonObject = {}): Promise<Outcome> {
  return perform('core:javascript', null, { runScript, config: { code, ...config } });
}

describe('core:javascript', () => {
  test('runs the code of a tool on its whole input', async () => {
    const config = { code: 'console.log("hi"); return input.map((n) => n * 2)' };
    expect(await perform('core:javascript', [1, 2], { runScript, config })).toMatchObject({
      ok: true,
      value: [2, 4],
      warnings: [{ code: 'SCRIPT_CONSOLE', message: 'console.log: hi' }],
    });
  });

  test('used by a task its code is beside its input', async () => {
    const input = { code: 'return Object.keys(input)', a: 1 };
    expect(await perform('core:javascript', input, { runScript })).toMatchObject({ value: ['a'] });
  });

  test('reads its code from a file of the workspace', async () => {
    const files = createMemoryFiles({ 'lib/double.js': 'return input.n * 2' });
    const input = { file: 'lib/double.js', n: 4 };
    expect(await perform('core:javascript', input, { runScript, files })).toMatchObject({ value: 8 });
    expect(await perform('core:javascript', { file: 'lib/none.js' }, { runScript, files })).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR', message: 'There is no file “lib/none.js”.' },
    });
    expect(await perform('core:javascript', { file: '../x.js' }, { runScript, files })).toMatchObject({
      error: { code: 'AUTHORIZATION_ERROR' },
    });
  });

  test('errors have the line of the code, or a code of their own', async () => {
    expect(await perform('core:javascript', { code: '\nreturn input.a.b' }, { runScript })).toMatchObject({
      error: {
        code: 'EXECUTION_ERROR',
        message: "Line 2: TypeError: cannot read property 'b' of undefined",
        details: { type: 'javascript', reason: 'thrown', line: 2 },
      },
    });
    const code = 'throw Object.assign(new Error("none"), { code: "OUT_OF_STOCK", details: { sku: 1 } })';
    expect(await perform('core:javascript', { code }, { runScript })).toMatchObject({
      error: { code: 'OUT_OF_STOCK', message: 'none', details: { sku: 1 } },
    });
  });

  test('budgets are typed errors', async () => {
    expect(await run('for (;;) {}', { timeout: '100ms' })).toMatchObject({ error: { code: 'TIMEOUT_ERROR' } });
    expect(await run('return new ArrayBuffer(1e9)')).toMatchObject({
      error: { code: 'LIMIT_ERROR', details: { reason: 'memory' } },
    });
    expect(await run('return 1', { timeout: '1h' })).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
    expect(await run('return Date.now()', { now: '2026-01-31T00:00:00Z' })).toMatchObject({
      value: Date.UTC(2026, 0, 31),
    });
    expect(await run('return 1', { now: 'soon' })).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
    expect(await run('return 1', { file: 'x' })).toMatchObject({ error: { code: 'CONFIGURATION_ERROR' } });
  });

  test('without code, or a sandbox, it says so', async () => {
    expect(await perform('core:javascript', {}, { runScript })).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR' },
    });
    expect(await perform('core:javascript', { code: '1' })).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR', details: { reason: 'no_sandbox' } },
    });
  });
});

describe('core:workflow', () => {
  test('passes on file, input, key and whether it is simulated', async () => {
    const asked: unknown[] = [];
    const context: Partial<PerformerContext> = {
      runWorkflow: async (workflow) => {
        asked.push(workflow);
        return { ok: true, value: 'done', simulated: false, warnings: [] };
      },
    };
    expect(await perform('core:workflow', { file: './b.yaml', input: { n: 1 } }, context)).toMatchObject({
      value: 'done',
    });
    expect(asked).toEqual([{ file: 'b.yaml', input: { n: 1 }, key: 'run/task/1/1/1', simulate: false }]);
    expect(await perform('core:workflow', { file: '../b.yaml' }, context)).toMatchObject({
      error: { code: 'AUTHORIZATION_ERROR' },
    });
    expect(await perform('core:workflow', { file: 'b.yaml' })).toMatchObject({
      error: { code: 'CONFIGURATION_ERROR' },
    });
    expect(asked).toHaveLength(1);
  });
});
