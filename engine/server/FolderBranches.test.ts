import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bringUp, MOST_PENDING, proposalPath, readStored, type StoredProposal } from '../author/index.ts';
import { Disk, ServerUnderTest } from './testing.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n  - id: b\n    type: basic\n';

let disk: Disk;
let server: ServerUnderTest;

function git(...command: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...command], { cwd: disk.folder });
}

/** Commits files on a new branch, and goes back to where it began. */
function branch(name: string, files: Readonly<Record<string, string>>): void {
  git('checkout', '-qb', name);
  for (const [path, text] of Object.entries(files)) disk.write(path, text);
  git('add', '-A');
  git('commit', '-qm', name);
  git('checkout', '-q', 'main');
}

beforeEach(async () => {
  disk = new Disk({ 'one.yaml': TEXT, 'signalbox.txt': 'no workflow' });
  git('init', '-qb', 'main');
  git('add', '-A');
  git('commit', '-qm', 'The first');
  server = await ServerUnderTest.start(disk);
  await server.enter();
});

afterEach(async () => {
  await server.close();
  disk.remove();
});

async function listNames(): Promise<readonly string[]> {
  const { branches } = JSON.parse((await server.ask('/api/folder/branches')).text);
  return branches.map(({ name }: { readonly name: string }) => name);
}

async function propose(name: string): Promise<{ readonly status: number; readonly proposal: StoredProposal | null }> {
  const { status } = await server.ask(`/api/folder/branches?name=${encodeURIComponent(name)}`, { method: 'POST' });
  const { proposals } = JSON.parse((await server.ask('/api/folder')).text);
  const [path] = proposals;
  const read = path === undefined ? null : readStored('one', (await server.ask(`/api/folder/files/${path}`)).text);
  return { status, proposal: read?.ok === true ? read.value : null };
}

test('what a branch changes waits as a proposal on the text that it began with, and goes onto the one that is open', async () => {
  branch('quick/fix', {
    'one.yaml': TEXT.replace('id: b', 'id: last'),
    'new.yaml': TEXT,
    'other.txt': 'x',
    '.hidden.yaml': TEXT,
  });
  expect(await listNames()).toEqual(['quick/fix']);
  const { status, proposal } = await propose('quick/fix');
  expect(status).toBe(204);
  expect(proposal?.proposal).toMatchObject({
    who: 'branch quick/fix',
    changes: [{ path: 'new.yaml' }, { path: 'one.yaml' }],
  });
  expect(proposal?.base).toEqual(new Map([['one.yaml', TEXT]]));
  const mine = TEXT.replace('id: a', 'id: mine');
  const current = proposal && bringUp(proposal, new Map([['one.yaml', mine]]));
  expect(current?.ok && current.value.plan?.files.get('one.yaml')).toBe(mine.replace('id: b', 'id: last'));
});

test('what both sides wrote in one place is lost, and a file that both have made is none of it', async () => {
  branch('theirs', { 'one.yaml': TEXT.replace('id: b', 'id: last'), 'both.yaml': TEXT });
  disk.write('both.yaml', '# mine\n');
  const { proposal } = await propose('theirs');
  expect(proposal?.proposal.changes).toHaveLength(1);
  const current = proposal && bringUp(proposal, new Map([['one.yaml', TEXT.replace('id: b', 'id: mine')]]));
  expect(current?.ok && current.value.lost).toHaveLength(1);
});

test('git is given no name: only what is a branch can be asked for', async () => {
  branch('nothing', { 'other.txt': 'x' });
  for (const name of ['--output=owned', 'main', 'refs/heads/nothing', '../nothing', 'nothing~0', '', 'nothing'])
    expect(await propose(name), name).toMatchObject({ status: 404, proposal: null });
  expect((await server.ask('/api/folder/branches', { method: 'DELETE' })).status).toBe(405);
});

test('a folder in no repository has no branches', async () => {
  const alone = new Disk({ 'one.yaml': TEXT });
  const other = await ServerUnderTest.start(alone);
  await other.enter();
  expect(JSON.parse((await other.ask('/api/folder/branches')).text)).toEqual({ branches: [] });
  await other.close();
  alone.remove();
});

test('waits only where there is room for it', async () => {
  branch('one-more', { 'one.yaml': TEXT.replace('id: b', 'id: last') });
  for (let index = 0; index < MOST_PENDING; index += 1) disk.write(proposalPath(`p${index}`), '{}');
  const { status } = await propose('one-more');
  expect(status).toBe(413);
});
