import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal } from './FileJournal.ts';
import { JournalWatch } from './JournalWatch.ts';
import { readOwnMark } from './ProcessMark.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-watch-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A journal whose owner cannot be looked up, with the file of its claim. */
function plant(): { readonly journal: string; readonly claim: string } {
  const journal = path.join(folder, 'j.jsonl');
  const start = { type: 'run.started', at: 1, runId: 'r', input: {}, seed: 1, env: {}, simulate: false } as const;
  const head = { path: 'a.yaml', source: 'tasks: [{id: a, type: basic}]\n', files: [], salt: 's' };
  const fence = { isHeld: true, release: () => undefined };
  createJournal(journal, { ...head, start: { ...start, engine: '0.1.0', file: 'a.yaml' } }, { fence }).close();
  const { pid, host } = readOwnMark();
  const claim = path.join(`${journal}.lock`, [pid, '1', 'other-boot', '1', host, 'abcdef'].join('.'));
  mkdirSync(path.dirname(claim));
  writeFileSync(claim, 'owner\n');
  return { journal, claim };
}

test('an owner of another boot or container counts as dead after 15 s without a sign of life', () => {
  const { journal, claim } = plant();
  let now = 0;
  const opened = JournalWatch.open(journal, () => now);
  if (!opened.ok) throw new Error(opened.error);
  const watch = opened.value;
  const ownedAt = (ms: number): boolean => {
    now = ms;
    return watch.looksOwned();
  };
  expect([ownedAt(0), ownedAt(14_999)]).toEqual([true, true]);
  utimesSync(claim, new Date(), new Date(Date.now() + 60_000));
  expect([ownedAt(15_000), ownedAt(29_999), ownedAt(30_000)]).toEqual([true, true, false]);
  rmSync(path.dirname(claim), { recursive: true });
  expect(ownedAt(30_001)).toBe(false);
  watch.close();
});
