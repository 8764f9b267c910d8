import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeProgram } from '../../testing/program/placeProgram.ts';
import { type Ended, folderOfTest, runInProcess } from '../testing.ts';

const OLD = `tasks:
  # Loads.
  - id: fetch
    type: basic
    use: core:http
    with: { url: 'https://example.com', method: GET }
    on_success: { next: tell }
  - id: tell
    type: basic
    use: core:log
    with: { message: 'It has <come>' }
`;
const NEW = OLD.replace('GET', 'POST')
  .replace('# Loads.', '# Loads it.')
  .replace('type: basic\n    use: core:log', 'type: map\n    use: core:log');

const folder = folderOfTest('diff', { 'old.yaml': OLD, 'new.yaml': NEW, 'broken.yaml': 'tasks: [' });

function diff(...args: readonly string[]): Promise<Ended> {
  return runInProcess(['diff', ...args], { folder: folder.path, input: NEW });
}

function git(...args: readonly string[]): void {
  const own = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'init.defaultBranch=main',
  ];
  execFileSync('git', [...own, ...args], { cwd: folder.path, stdio: 'ignore' });
}

const SENTENCES = [
  'behaviour  In task “fetch”, with.method is now “POST”; it was “GET”.',
  'behaviour  Task “tell” is now of type map; it was basic.',
  'cosmetic   A comment is now “Loads it.”; it was “Loads.”, in task “fetch”.',
  '3 changes: 2 behaviour, 1 cosmetic.',
  '',
].join('\n');

describe('signalbox diff', () => {
  it('prints a sentence for each change, and ends with 1', async () => {
    expect(await diff('old.yaml', 'new.yaml')).toEqual({ code: 1, out: SENTENCES, error: '' });
  });

  it('ends with 0 where both are equal', async () => {
    expect(await diff('old.yaml', 'old.yaml')).toEqual({ code: 0, out: 'The two texts are equal.\n', error: '' });
  });

  it('reads one text from standard input', async () => {
    expect((await diff('old.yaml', '-')).out).toBe(SENTENCES);
    expect((await diff('-', '-')).code).toBe(2);
  });

  it('reads a file in a commit, from the root and from the current folder', async () => {
    mkdirSync(path.join(folder.path, 'flows'));
    writeFileSync(path.join(folder.path, 'flows/flow.yaml'), OLD);
    git('init');
    git('add', '.');
    git('commit', '-m', 'first');
    writeFileSync(path.join(folder.path, 'flows/flow.yaml'), NEW);
    expect((await diff('HEAD:flows/flow.yaml', 'flows/flow.yaml')).out).toBe(SENTENCES);
    const inside = await runInProcess(['diff', 'HEAD:./flow.yaml', 'flow.yaml'], {
      folder: path.join(folder.path, 'flows'),
    });
    expect(inside.out).toBe(SENTENCES);
    const missing = await diff('HEAD:flows/none.yaml', 'new.yaml');
    expect(missing.code).toBe(2);
    expect(missing.error).toContain('HEAD:flows/none.yaml: Git says: path');
  });

  it('takes a file named like a file in a commit for the file that it is', async () => {
    writeFileSync(path.join(folder.path, 'a:b.yaml'), OLD);
    expect((await diff('a:b.yaml', 'old.yaml')).code).toBe(0);
  });

  it('takes what git gives for a new file as an empty text', async () => {
    const { code, out } = await diff('/dev/null', 'old.yaml');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      'behaviour  The basic task “fetch” is new.',
      'behaviour  The basic task “tell” is new.',
      '2 changes: 2 behaviour.',
      '',
    ]);
  });

  it('ends with 2 where a text is missing or is no workflow, and says which', async () => {
    const missing = await diff('old.yaml', 'none.yaml');
    expect(missing).toEqual({ code: 2, out: '', error: 'none.yaml: There is no such file or folder.\n' });
    const broken = await diff('old.yaml', 'broken.yaml', '--json');
    expect(broken.code).toBe(2);
    expect(JSON.parse(broken.out)).toMatchObject({ error: { code: 'INVALID_FILE', place: 'broken.yaml' } });
    expect(broken.error).toContain('broken.yaml: This cannot be read as a workflow.');
  });

  it('prints JSON with places in both texts', async () => {
    const { code, out } = await diff('old.yaml', 'new.yaml', '--json');
    const { equal, changes } = JSON.parse(out) as { equal: boolean; changes: readonly Record<string, unknown>[] };
    expect([code, equal, changes.length]).toEqual([1, false, 3]);
    expect(changes[0]).toEqual({
      kind: 'field.changed',
      severity: 'behaviour',
      path: ['tasks', 0, 'with', 'method'],
      sentence: 'In task “fetch”, with.method is now “POST”; it was “GET”.',
      task: { before: 'fetch', after: 'fetch' },
      before: { start: { line: 6, column: 49 }, end: { line: 6, column: 52 }, text: 'GET' },
      after: { start: { line: 6, column: 49 }, end: { line: 6, column: 53 }, text: 'POST' },
    });
  });

  it('prints Markdown in which nothing of a workflow is markup', async () => {
    writeFileSync(
      path.join(folder.path, 'new.yaml'),
      OLD.replace('<come>', '@all</details> ![x](y)').replace('id: tell', 'id: tell"]-->x'),
    );
    const { out } = await diff('old.yaml', 'new.yaml', '--markdown');
    expect(out).toContain('```mermaid\nflowchart LR\n');
    expect(out).not.toMatch(/@all|<\/details> !|!\[x\]/);
    expect(out).not.toContain('tell"]');
  });

  it('prints a picture in which nothing of a workflow is markup', async () => {
    writeFileSync(path.join(folder.path, 'new.yaml'), `${OLD}  - { id: '<script>', type: wait }\n`);
    const { out } = await diff('old.yaml', 'new.yaml', '--svg');
    expect(out).toMatch(/^<svg [^>]*viewBox="[-\d. ]+"/);
    expect(out).toContain('+ &#60;script&#62;');
    expect(out).not.toContain('<script');
  });

  it('shows the words of a long text that changed', async () => {
    const long = 'The customer is told that the order has come and that it can be fetched at the counter today.';
    writeFileSync(path.join(folder.path, 'old.yaml'), OLD.replace("'It has <come>'", `'${long}'`));
    writeFileSync(
      path.join(folder.path, 'new.yaml'),
      OLD.replace("'It has <come>'", `'${long.replace('today', 'tomorrow')}'`),
    );
    const { out } = await diff('old.yaml', 'new.yaml');
    expect(out.split('\n').slice(0, 2)).toEqual([
      'behaviour  In task “tell”, the text of with.message changed: 1 word is new and 1 word is gone.',
      '           The customer is told tha … fetched at the counter [-today.-]{+tomorrow.+}',
    ]);
  });

  it('reports on a branch for a pull request: sentences, a picture, check', async () => {
    const report = path.join(import.meta.dirname, '../../../deploy/ci/report.sh');
    git('init');
    git('add', 'old.yaml');
    git('commit', '-m', 'first');
    writeFileSync(path.join(folder.path, 'old.yaml'), NEW.replace('next: tell', 'next: none'));
    git('commit', '-a', '-m', 'second');
    mkdirSync(path.join(folder.path, 'bin'));
    placeProgram(path.join(folder.path, 'bin'));
    writeFileSync(
      path.join(folder.path, 'bin/signalbox'),
      '#!/bin/sh\nexec node "$(dirname "$0")/signalbox.js" "$@"\n',
      {
        mode: 0o755,
      },
    );
    const env = { ...process.env, PATH: `${path.join(folder.path, 'bin')}:${process.env['PATH']}` };
    const { status, stdout } = spawnSync('bash', [report, 'HEAD~1'], { cwd: folder.path, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain('### old.yaml\n\n4 changes: 3 behaviour, 1 cosmetic.\n\n```mermaid\n');
    expect(stdout).toContain('    old.yaml:7:25 error UNKNOWN_TARGET');
  }, 60_000);

  it.each([
    [[], 'Two texts are needed'],
    [['old.yaml'], 'Two texts are needed'],
    [['old.yaml', 'new.yaml', 'x.yaml'], 'Two texts are needed'],
    [['old.yaml', 'new.yaml', '--json', '--svg'], '--json and --svg cannot be given together.'],
    [['old.yaml', ''], 'The name of a file or folder is empty'],
  ])('refuses %j', async (args, message) => {
    const { code, error } = await diff(...args);
    expect(code).toBe(2);
    expect(error).toContain(message);
  });
});

function placed(x: number): string {
  return `{"version":1,"positions":{"a":{"x":${x},"y":0}}}`;
}

describe('of two layouts', () => {
  it('tells in every form but a picture which cards moved', async () => {
    writeFileSync(path.join(folder.path, 'old.layout.json'), placed(1));
    writeFileSync(path.join(folder.path, 'new.layout.json'), placed(2));
    writeFileSync(path.join(folder.path, 'same.layout.json'), `${placed(1)}\n`);
    const files = ['old.layout.json', 'new.layout.json'];
    expect(await diff(...files)).toEqual({ code: 1, out: 'cosmetic   The card “a” moved.\n', error: '' });
    expect(JSON.parse((await diff(...files, '--json')).out)).toMatchObject({
      equal: false,
      changes: [{ kind: 'layout.changed', severity: 'cosmetic', sentence: 'The card “a” moved.' }],
    });
    expect((await diff(...files, '--markdown')).out).toContain('- The card “a” moved.\n');
    expect(await diff(...files, '--svg')).toMatchObject({ code: 2, out: '' });
    expect(await diff('old.layout.json', 'same.layout.json')).toMatchObject({
      code: 1,
      out: 'cosmetic   The same is written differently.\n',
    });
    expect(await diff('old.layout.json', 'old.layout.json')).toMatchObject({ code: 0 });
    expect(await diff('/dev/null', 'old.layout.json')).toMatchObject({
      out: 'cosmetic   The card “a” is placed by hand.\n',
    });
    expect(await diff('old.yaml', 'new.layout.json')).toMatchObject({ code: 2 });
  });
});
