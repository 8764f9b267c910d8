import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAnalysis } from '../check/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { ImportReader } from './given/ImportReader.ts';
import { BAD, GOOD, Shell } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

test('prints nothing for a valid file and exits 0', async () => {
  const ended = await shell.runHere(['check', shell.write('good.yaml', GOOD)]);
  expect(ended).toEqual({ code: 0, out: '', error: '1 file, 0 errors, 0 warnings\n' });
});

const HOURLY = 'schedules: { hourly: { workflow: good, cron: "0 * * * *" } }\n';

test('what configures a server is checked as that, with the workflows beside it', async () => {
  shell.write('served/good.yaml', GOOD);
  const config = shell.write('served/signalbox.serve.yaml', HOURLY);
  const ended = await shell.runHere(['check', 'served']);
  expect(ended).toEqual({ code: 0, out: '', error: '2 files, 0 errors, 0 warnings\n' });
  shell.write('served/signalbox.serve.yaml', HOURLY.replace('good', 'bad'));
  const wrong = await shell.runHere(['check', config]);
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain(
    '1:24 error SERVE_CONFIG schedules.hourly.workflow names the workflow bad, but there is no file bad.yaml in the folder.',
  );
});

test('a secret or an archive where runs can read is told in the words of the server that does not start', async () => {
  shell.write('exposed/keys/key', 'canary-4711');
  symlinkSync(shell.write('exposed/real', 'canary-4711'), path.join(shell.folder, 'link-to-real'));
  const wordsFor = async (config: string): Promise<readonly string[]> => {
    shell.write('exposed/signalbox.serve.yaml', config);
    const checked = await shell.runHere(['check', 'exposed']);
    return checked.out.split('\n').flatMap((line) => line.split(' error SERVE_CONFIG ').slice(1));
  };
  const files = { KEY: 'keys/key', LINK: '../link-to-real', LATER: 'later', HIDDEN: '.keys/key', OUT: '../none' };
  for (const [name, file] of Object.entries(files).slice(0, 2)) {
    const words = await wordsFor(`secrets: { ${name}: { file: ${file} } }\n`);
    expect(words).toEqual([`secrets.${name}: ${file} is where runs can read files. Move it elsewhere.`]);
    const served = await shell.runHere(['serve', 'exposed', '--port', '0']);
    expect(served).toMatchObject({ code: 2, error: `signalbox.serve.yaml: ${words[0]}\n` });
  }
  const signed = 'webhooks: { a: { path: a, workflow: w, preset: github, secret: [{ file: keys/key }, S] } }\n';
  shell.write('exposed/w.yaml', 'tasks: [{ id: a, type: basic }]\n');
  expect(await wordsFor(signed)).toEqual([
    'webhooks.a.secret.0: keys/key is where runs can read files. Move it elsewhere.',
  ]);
  const rest = Object.entries(files).slice(2);
  const listed = rest.map(([name, file]) => `${name}: { file: ${file} }`).join(', ');
  expect(await wordsFor(`secrets: { ${listed} }\n`)).toEqual([
    expect.stringMatching(/^secrets\.LATER: later is where/),
  ]);
  const [archive] = await wordsFor('keep: { days: 30, archive: old-runs }\n');
  const served = await shell.runHere(['serve', 'exposed', '--port', '0']);
  expect(served).toMatchObject({ code: 2, error: `signalbox.serve.yaml: ${archive}\n` });
});

test('prints one line for each finding and exits 1', async () => {
  const ended = await shell.run(['check', shell.write('bad.yaml', BAD)]);
  expect(ended.code).toBe(1);
  expect(ended.out).toMatch(/^bad\.yaml:3:11 error [A-Z_]+ .*loop.*\n$/);
  expect(ended.error).toBe('1 file, 1 error, 0 warnings\n');
});

test('prints JSON with positions from 1 and an exclusive end', async () => {
  const { code, out } = await shell.runHere([
    'check',
    '--json',
    shell.write('bad.yaml', BAD),
    shell.write('good.yaml', GOOD),
  ]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    files: [
      {
        path: 'bad.yaml',
        diagnostics: [
          {
            code: expect.stringMatching(/^[A-Z_]+$/),
            severity: 'error',
            message: expect.stringContaining('loop'),
            path: ['tasks', 0, 'type'],
            range: { start: { line: 3, column: 11 }, end: { line: 3, column: 15 } },
          },
        ],
      },
      { path: 'good.yaml', diagnostics: [] },
    ],
    errors: 1,
    warnings: 0,
  });
});

test('searches folders for .yaml and .yml, without node_modules, in order of name', async () => {
  shell.write('tree/b.yml', GOOD);
  shell.write('tree/a/c.yaml', GOOD);
  shell.write('tree/note.txt', 'no');
  shell.write('tree/node_modules/x.yaml', BAD);
  const { code, out } = await shell.runHere(['check', 'tree', '--json']);
  expect(JSON.parse(out).files.map((file: { path: string }) => file.path)).toEqual(['tree/a/c.yaml', 'tree/b.yml']);
  expect(code).toBe(0);
});

test('reads - from standard input', async () => {
  expect((await shell.run(['check', '-'], { input: GOOD })).code).toBe(0);
  expect((await shell.runHere(['check', '-'], { input: BAD })).out).toMatch(/^-:3:11 error /);
});

test('exits 2 for what cannot be read, and still checks the rest', async () => {
  const missing = await shell.runHere(['check', 'missing.yaml', shell.write('bad.yaml', BAD)]);
  expect(missing.code).toBe(2);
  expect(missing.out.split('\n')).toEqual([
    'missing.yaml:1:1 error UNREADABLE_FILE There is no such file or folder.',
    expect.stringMatching(/^bad\.yaml:3:11/),
    '',
  ]);
  shell.write('latin.yaml', Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]));
  expect(await shell.runHere(['check', 'latin.yaml'])).toMatchObject({
    code: 2,
    out: expect.stringContaining('UTF-8'),
  });
  mkdirSync(path.join(shell.folder, 'empty'), { recursive: true });
  expect((await shell.runHere(['check', 'empty'])).code).toBe(2);
});

test('neither follows links in circles nor reads pipes and devices', async () => {
  shell.write('odd/a.yaml', GOOD);
  shell.write('odd/.git/x.yaml', BAD);
  const at = (name: string) => path.join(shell.folder, 'odd', name);
  symlinkSync('.', at('round'));
  symlinkSync('.', at('round.yaml'));
  symlinkSync('a.yaml', at('b.yaml'));
  symlinkSync('self.yaml', at('self.yaml'));
  execFileSync('mkfifo', [at('pipe.yaml')]);
  const { code, out } = await shell.runHere(['check', 'odd', './odd/a.yaml', '--json']);
  const files: { path: string; diagnostics: { message: string }[] }[] = JSON.parse(out).files;
  expect(files.map(({ path: name, diagnostics }) => [name, diagnostics.length])).toEqual([
    ['odd/a.yaml', 0],
    ['odd/b.yaml', 0],
    ['odd/self.yaml', 1],
  ]);
  expect(code).toBe(2);
  expect(await shell.runHere(['check', '/dev/zero'])).toMatchObject({
    code: 2,
    out: expect.stringContaining('device'),
  });
});

test('does not read a file that is far too large', async () => {
  truncateSync(path.join(shell.folder, shell.write('huge.yaml', '')), 3 * 2 ** 30);
  const { code, out } = await shell.runHere(['check', 'huge.yaml']);
  expect([code, out]).toEqual([2, expect.stringContaining('3072 MiB')]);
});

test('checks many files that import one', async () => {
  shell.write('fan/lib.yaml', toolsOf(100));
  for (let n = 0; n < 50; n++) shell.write(`fan/${n}.yaml`, importing(n));
  expect(await shell.runHere(['check', 'fan'])).toMatchObject({ code: 0, error: '51 files, 0 errors, 0 warnings\n' });
});

test('reads a file that many import only once', async () => {
  const reader = new ImportReader({ folder: shell.folder } as CommandIo);
  shell.write('once/lib.yaml', toolsOf(3));
  const check = async (n: number) =>
    checkAnalysis(await reader.analyze({ path: `once/${n}.yaml`, text: importing(n) }));
  expect(await check(1)).toEqual([]);
  // What was read once is used again, whatever happened to the file.
  rmSync(path.join(shell.folder, 'once/lib.yaml'));
  expect(await check(2)).toEqual([]);
});

/** Definitions of so many tools. */
function toolsOf(count: number): string {
  const tools = Array.from(
    { length: count },
    (_, n) => `  - { id: t${n}, use: core:log, schema: { input: {}, output: {} } }\n`,
  );
  return `tools:\n${tools.join('')}`;
}

/** A workflow that imports a tool. */
function importing(n: number): string {
  return `tools: [{ import: "./lib.yaml#t${n}" }]\ntasks: [{ id: a, type: basic, use: "tool:t${n}" }]\n`;
}

test.each([
  ['a binary file', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0x00), 2, 'UNREADABLE_FILE'],
  ['an empty file', '', 0, 'EMPTY_DOCUMENT'],
  ['a list', '- a\n', 1, 'NOT_A_MAP'],
  ['two documents', 'tasks: []\n---\ntasks: []\n', 1, 'MULTIPLE_DOCUMENTS'],
  ['a tab', 'tasks:\n\t- id: a\n', 1, 'TAB_INDENT'],
  ['a workflow of n8n', '{"nodes": [{"type": "n8n-nodes-base.if"}], "connections": {}}', 1, 'OTHER_DIALECT'],
  ['an order that is not read', 'tasks: [{ id: a, type: basic, needs: [b] }]\n', 1, 'IGNORED_KEY'],
  ['8 MiB', `tasks:\n${'  - {id: a, type: basic, with: {k: v}}\n'.repeat(220_000)}`, 1, 'TOO_MANY_NODES'],
] as const)('says what is wrong with %s', async (_what, content, code, says) => {
  const ended = await shell.runHere(['check', shell.write('odd.yaml', content)]);
  expect(ended.code).toBe(code);
  expect(ended.out).toMatch(new RegExp(`^odd\\.yaml:\\d+:\\d+ (error|info) ${says} `, 'm'));
});

const WARNED = 'tasks:\n  - { id: a, type: basic, extra: 1 }\n  - { id: b, type: basic }\n';

test('fails where there are more warnings than are allowed', async () => {
  const file = shell.write('warned.yaml', WARNED);
  const check = async (...args: readonly string[]) => (await shell.runHere(['check', file, ...args])).code;
  expect(await check()).toBe(0);
  expect(await check('--max-warnings', '2')).toBe(0);
  expect(await shell.runHere(['check', file, '--max-warnings', '1'])).toMatchObject({
    code: 1,
    error: '1 file, 0 errors, 2 warnings\n--max-warnings allows 1 warning.\n',
  });
  expect(await check('--max-warnings', 'few')).toBe(2);
});

test('prints findings for code scanning, and for GitHub Actions', async () => {
  const file = shell.write('warned.yaml', WARNED);
  const sarif = await shell.runHere(['check', file, '--format', 'sarif']);
  expect(JSON.parse(sarif.out).runs[0].results).toMatchObject([
    { ruleId: 'UNKNOWN_KEY' },
    { ruleId: 'UNREACHABLE_TASK' },
  ]);
  const github = await shell.runHere(['check', file, '--format', 'github']);
  expect(github.out.split('\n').map((line) => line.split(' ')[0])).toEqual(['::warning', '::warning', '']);
  expect((await shell.runHere(['check', file, '--format', 'xml'])).code).toBe(2);
});

const runs = (file: string, input: string) =>
  `tasks: [{ id: a, type: basic, use: "core:workflow", with: { file: ${file}, input: ${input} } }]\n`;

test('follows core:workflow to files of the folder, of a folder that is given, and beside the file', async () => {
  const started =
    'schema: { input: { type: object, required: [id], properties: { id: { type: string } } } }\ntasks: [{ id: a, type: basic }]\n';
  shell.write('calls/flows/refund.yaml', started);
  shell.write('calls/good.yaml', runs('flows/refund.yaml', '{ id: A1 }'));
  shell.write('calls/flows/beside.yaml', runs('refund.yaml', '{ id: A1 }'));
  shell.write('calls/poor.yaml', runs('flows/refund.yaml', '{ order: A1 }'));
  shell.write('calls/slip.yaml', runs('flows/refnd.yaml', '{ id: A1 }'));
  for (const at of [{}, { folder: 'calls' }]) {
    const { out } = await shell.runHere(['check', 'folder' in at ? '.' : 'calls'], at);
    expect(out.split('\n').map((line) => line.replace(/^.*?(\w+)\.yaml:\S+ (\w+ \w+) .*$/, '$1 $2'))).toEqual([
      'poor warning MISSING_INPUT',
      'slip warning MISSING_WORKFLOW',
      '',
    ]);
    expect(out).toContain('Did you mean "flows/refund.yaml"?');
  }
});
