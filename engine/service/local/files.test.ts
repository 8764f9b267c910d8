import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { CALLS, type FileCall, TAKEOVERS, WORKFLOW_READS, WORKFLOW_TAKEOVERS } from '../../testing/takeover.ts';
import type { LocalRunService } from './LocalRunService.ts';
import { ended, setUp, start } from './testing.ts';

const { workspace } = setUp();

const KEPT = {
  '.signalbox/tokens.json': '[]',
  '.signalbox/runs/victim.txt': '',
  '.git/config': '[core]',
  '.env': 'KEY=1',
  'signalbox.serve.yaml': 'env: []',
  'other.yaml': CALLS,
  'node_modules/x/package.json': '{}',
};

beforeEach(() => {
  for (const [name, text] of Object.entries(KEPT)) workspace.write(name, text);
  workspace.write('data.csv', 'id\n1');
  workspace.write('calls.yaml', CALLS);
  workspace.write('deep/calls.yaml', CALLS);
  symlinkSync('other.yaml', path.join(workspace.folder, 'named.txt'));
  symlinkSync('.git', path.join(workspace.folder, 'door'));
  symlinkSync('/etc', path.join(workspace.folder, 'out'));
});

async function call(service: LocalRunService, input: FileCall, workflow = 'calls') {
  const { id } = await start(service, workflow, input);
  return ended(service, id);
}

/** What `git` or an editor of the folder would run, and what the server reads. */
function expectUntouched(): void {
  for (const [name, text] of Object.entries(KEPT))
    expect(readFileSync(path.join(workspace.folder, name), 'utf8'), name).toBe(text);
}

describe('a workflow that would take over its server', () => {
  test('is refused', async () => {
    const service = await workspace.open();
    for (const input of [...TAKEOVERS, ...WORKFLOW_READS])
      expect((await call(service, input)).error, `${input.op} ${input.path}`).toMatchObject({
        code: expect.stringMatching(/^(AUTHORIZATION|EXECUTION)_ERROR$/),
      });
    expectUntouched();
  });

  test('writes beside it, into a folder of its own', async () => {
    const service = await workspace.open();
    for (const input of WORKFLOW_TAKEOVERS) await call(service, input);
    expectUntouched();
    expect(existsSync(path.join(workspace.folder, 'new.yaml'))).toBe(false);
    expect((await service.workflows()).map(({ name }) => name)).toEqual(['calls', 'deep/calls', 'other']);
    // Not by its place in the state folder either.
    const name = '.signalbox/files/calls/new';
    expect(await service.start({ workflow: name, input: {} })).toMatchObject({ error: { type: 'unknownWorkflow' } });
  });

  test('starts none that it has written, where the state folder is not hidden', async () => {
    const state = path.join(workspace.folder, 'state');
    const service = await workspace.open({ state });
    await call(service, { op: 'write', path: 'new.yaml', text: CALLS });
    expect(existsSync(path.join(state, 'files/calls/new.yaml'))).toBe(true);
    const started = await service.start({ workflow: 'state/files/calls/new', input: {} });
    expect(started).toMatchObject({ error: { type: 'unknownWorkflow' } });
    expect((await service.workflows()).map(({ name }) => name)).not.toContain('state/files/calls/new');
    workspace.write('around.yaml', around('state/files/calls/new.yaml'));
    const run = await start(service, 'around', {});
    expect((await ended(service, run.id)).error?.message).toContain(
      'belongs to the stored state or the variables of runs',
    );
    expect(await call(service, { op: 'read', path: 'state/owner.lock' })).toMatchObject({ status: 'error' });
  });

  test('starts none in a hidden folder', async () => {
    workspace.write('.hidden/inner.yaml', CALLS);
    workspace.write('around.yaml', around('.hidden/inner.yaml'));
    const service = await workspace.open();
    const run = await start(service, 'around', {});
    expect((await ended(service, run.id)).error).toMatchObject({
      message: expect.stringContaining('hidden from runs'),
    });
  });

  test('neither starts nor imports what configures its server, however its name is written', async () => {
    for (const name of ['signalbox.serve.yaml', 'deep/SIGNALBOX.Serve.yaml']) {
      workspace.write(name, 'tasks: [{ id: a, type: basic }]');
      workspace.write('around.yaml', around(name));
      const service = await workspace.open();
      const run = await start(service, 'around', {});
      expect((await ended(service, run.id)).error, name).toMatchObject({
        message: expect.stringContaining('it configures a server'),
      });
      workspace.write(
        'importing.yaml',
        `tools: [{ id: t, import: ./${name} }]\ntasks: [{ id: a, use: "tool:t", type: basic }]`,
      );
      expect(await service.start({ workflow: 'importing', input: {} }), name).toMatchObject({
        error: { type: 'check', diagnostics: [{ message: expect.stringContaining('There is no file') }] },
      });
      await workspace.close();
    }
  });

  test('imports nothing from one', async () => {
    const service = await workspace.open();
    for (const [name, ok] of Object.entries({ shown: true, '.hidden': false })) {
      workspace.write(`${name}/tool.yaml`, 'use: core:log\nschema: { input: {}, output: {} }');
      workspace.write(
        'importing.yaml',
        `tools: [{ id: t, import: ./${name}/tool.yaml }]\ntasks: [{ id: a, use: "tool:t", type: basic }]`,
      );
      expect(await service.start({ workflow: 'importing', input: {} }), name).toMatchObject({ ok });
    }
  });
});

const around = (file: string): string => yaml`
  tasks:
    - { id: call, type: basic, use: core:workflow, with: { file: ${file}, input: {} } }
`;

describe('the files of runs', () => {
  test('of a workflow are in a folder of its own: other workflows do not see them, its next runs do', async () => {
    const service = await workspace.open();
    const written = { op: 'write', path: 'mine/a.txt', text: 'mine' };
    expect(await call(service, written)).toMatchObject({ status: 'success' });
    expect(readFileSync(path.join(workspace.state, 'files/calls/mine/a.txt'), 'utf8')).toBe('mine');
    const read = { op: 'read', path: 'mine/a.txt' };
    expect(await call(service, read)).toMatchObject({ status: 'success', output: { text: 'mine' } });
    expect(await call(service, read, 'other')).toMatchObject({
      error: { message: 'There is no “mine/a.txt” in the workspace.' },
    });
    expect(await call(service, written, 'deep/calls')).toMatchObject({ status: 'success' });
    expect(existsSync(path.join(workspace.state, 'files/deep%2Fcalls/mine/a.txt'))).toBe(true);
  });

  test('of the folder are read, and never changed: what is written hides them', async () => {
    const service = await workspace.open();
    const read = { op: 'read', path: 'data.csv' };
    expect(await call(service, read)).toMatchObject({ output: { text: 'id\n1' } });
    expect((await call(service, { op: 'list', path: '' })).output).toEqual({ paths: ['data.csv'] });
    expect((await call(service, { op: 'delete', path: 'data.csv' })).error).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      message: expect.stringContaining('runs can only read'),
    });
    expect(await call(service, { op: 'write', path: 'data.csv', text: 'id\n2' })).toMatchObject({ status: 'success' });
    expect(await call(service, read)).toMatchObject({ output: { text: 'id\n2' } });
    expect(readFileSync(path.join(workspace.folder, 'data.csv'), 'utf8')).toBe('id\n1');
    expect(await call(service, { op: 'delete', path: 'data.csv' })).toMatchObject({ status: 'success' });
    expect(await call(service, read)).toMatchObject({ output: { text: 'id\n1' } });
  });

  test('are shared by the workflows that the configuration names, and by no other', async () => {
    const shared = new Map([
      ['calls', 'orders'],
      ['deep/calls', 'orders'],
    ]);
    const files = { folder: path.join(workspace.folder, '..', path.basename(workspace.folder), '.files'), shared };
    const service = await workspace.open({ files });
    await call(service, { op: 'write', path: 'a.txt', text: 'ours' });
    const read = { op: 'read', path: 'a.txt' };
    expect(await call(service, read, 'deep/calls')).toMatchObject({ output: { text: 'ours' } });
    expect(await call(service, read, 'other')).toMatchObject({ status: 'error' });
    expect(existsSync(path.join(files.folder, '+orders/a.txt'))).toBe(true);
  });

  test('are those of the outermost run in the runs that it starts', async () => {
    workspace.write(
      'around.yaml',
      yaml`
      tasks:
        - { id: write, type: basic, use: core:file, with: { op: write, path: a.txt, text: given }, on_success: { next: call } }
        - { id: call, type: basic, use: core:workflow, with: { file: calls.yaml, input: { op: read, path: a.txt } } }
      outputs: { text: "{{ tasks.call.output.text }}" }
    `,
    );
    const service = await workspace.open();
    const run = await start(service, 'around', {});
    expect(await ended(service, run.id)).toMatchObject({ status: 'success', output: { text: 'given' } });
  });

  test('git finds nothing to run after all of that', async () => {
    mkdirSync(path.join(workspace.folder, 'repository'));
    execFileSync('git', ['init', '-q'], { cwd: path.join(workspace.folder, 'repository') });
    const config = path.join(workspace.folder, 'repository/.git/config');
    const before = readFileSync(config, 'utf8');
    const service = await workspace.open();
    const text = '[core]\n\tfsmonitor = touch owned';
    await call(service, { op: 'write', path: 'repository/.git/config', text });
    expect(readFileSync(config, 'utf8')).toBe(before);
  });
});

describe('a state folder that came with links, as with a repository', () => {
  test.each(['audit.jsonl', 'index.jsonl', 'tokens.json', 'runs', 'ends', 'removed', 'kv', 'files', 'files/calls'])(
    'is not used: %s',
    async (name) => {
      const link = path.join(workspace.state, name);
      mkdirSync(path.dirname(link), { recursive: true });
      rmSync(link, { recursive: true, force: true });
      symlinkSync(path.join(workspace.folder, '.git'), link);
      await expect(workspace.open()).rejects.toThrow(`${link} is a link`);
      expect(readdirSync(path.join(workspace.folder, '.git'))).toEqual(['config']);
    },
  );

  test('leads runs nowhere either where a link comes later', async () => {
    const service = await workspace.open();
    const files = path.join(workspace.state, 'files');
    mkdirSync(files);
    symlinkSync(path.join(workspace.folder, '.git'), path.join(files, 'calls'));
    for (const input of [
      { op: 'write', path: 'hooks/pre-commit', text: 'owned' },
      { op: 'read', path: 'config' },
      { op: 'delete', path: 'config' },
      { op: 'list', path: '' },
    ])
      expect((await call(service, input)).error, input.op).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
    expectUntouched();
    expect(readdirSync(path.join(workspace.folder, '.git'))).toEqual(['config']);
  });
});
