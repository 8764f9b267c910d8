import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderChanges, FolderWatch } from './FolderWatch.ts';
import { Disk } from './testing.ts';

/** Longer than any machine takes to tell of a change, in ms: a wait that ends so found nothing. */
const LONG = 30_000;

let disk: Disk;
let watch: FolderWatch;

beforeEach(async () => {
  disk = new Disk({ 'one.yaml': 'a\n', 'sub/two.yaml': 'a\n' });
  watch = await FolderWatch.open(disk.folder);
});

afterEach(() => {
  watch.close();
  disk.remove();
});

/** All files that are told of until `last` is among them. */
async function changesUntil(last: string, since: string): Promise<readonly string[]> {
  const all = new Set<string>();
  let version = since;
  while (!all.has(last)) {
    const changes: FolderChanges = await watch.waitForChanges(version, AbortSignal.timeout(LONG), LONG);
    if (changes.paths?.length === 0) throw new Error(`Nothing was told of ${last}.`);
    for (const path of changes.paths ?? []) all.add(path);
    version = changes.version;
  }
  return [...all].toSorted();
}

test('tells of what is changed, replaced, made and removed, also in a folder that is new', async () => {
  const { version } = watch.present;
  disk.write('one.yaml', 'b\n');
  expect(await changesUntil('one.yaml', version)).toEqual(['one.yaml']);
  writeFileSync(disk.placeOf('.draft'), 'c\n');
  renameSync(disk.placeOf('.draft'), disk.placeOf('sub/two.yaml'));
  rmSync(disk.placeOf('one.yaml'));
  const next = watch.present.version;
  disk.write('new/deep/three.yaml', 'a\n');
  await changesUntil('new/deep/three.yaml', version);
  disk.write('new/deep/three.yaml', 'b\n');
  await changesUntil('new/deep/three.yaml', next);
  await watch.look();
  expect(watch.changesSince(version).paths?.toSorted()).toEqual(['new/deep/three.yaml', 'one.yaml', 'sub/two.yaml']);
  expect([...watch.present.scan.marks.keys()]).toEqual(['new/deep/three.yaml', 'sub/two.yaml']);
});

test('tells of proposals from the first on, and of nothing else that is hidden', async () => {
  const { version } = watch.present;
  disk.write('.signalbox/runs/a.jsonl', 'a\n');
  disk.write('.git/a.yaml', 'a\n');
  disk.write('.signalbox/proposals/one.json', '{}');
  await changesUntil('.signalbox/proposals/one.json', version);
  const next = watch.present.version;
  disk.write('.signalbox/proposals/two.json', '{}');
  disk.write('.signalbox/proposals/notes.txt', 'a\n');
  await changesUntil('.signalbox/proposals/two.json', next);
  rmSync(disk.placeOf('.signalbox/proposals/one.json'));
  await watch.look();
  expect(watch.changesSince(version).paths?.toSorted()).toEqual([
    '.signalbox/proposals/one.json',
    '.signalbox/proposals/two.json',
  ]);
  expect([...watch.present.scan.proposals.keys()]).toEqual(['.signalbox/proposals/two.json']);
  expect([...watch.present.scan.marks.keys()]).toEqual(['one.yaml', 'sub/two.yaml']);
});

test('who asks late is told of all that changed since; who knows all waits until the time is over', async () => {
  const { version } = watch.present;
  disk.write('one.yaml', 'b\n');
  await watch.look();
  disk.write('sub/two.yaml', 'b\n');
  await watch.look();
  expect(watch.changesSince(version).paths?.toSorted()).toEqual(['one.yaml', 'sub/two.yaml']);
  const now = watch.present.version;
  expect(await watch.waitForChanges(now, new AbortController().signal, 1)).toMatchObject({ paths: [], version: now });
  expect(await watch.waitForChanges(now, AbortSignal.abort(), LONG)).toMatchObject({ paths: [] });
});

test.each(['', 'another-process.0', 'x.y.z'])('for the version %j any file may have changed', (version) => {
  expect(watch.changesSince(version)).toMatchObject({ paths: null, isGone: false });
});

test('a folder that goes away is told of, and once it is back any file may have changed', async () => {
  const { version } = watch.present;
  renameSync(disk.folder, `${disk.folder}-moved`);
  await watch.look();
  const gone = watch.changesSince(version);
  expect(gone).toMatchObject({ isGone: true, paths: null });
  renameSync(`${disk.folder}-moved`, disk.folder);
  await watch.look();
  expect(watch.changesSince(gone.version)).toMatchObject({ isGone: false, paths: null });
});

test('the end of the watch ends who waits', async () => {
  const waiting = watch.waitForChanges(watch.present.version, new AbortController().signal, LONG);
  watch.close();
  expect(await waiting).toMatchObject({ paths: [] });
});
