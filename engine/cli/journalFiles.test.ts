import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal } from '../hosts/node/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { attempt, IN_USE, ownNew } from './journalFiles.ts';

const print = (): void => undefined;
const readInput = async (): Promise<Uint8Array> => new Uint8Array();

let folder: string;
let io: CommandIo;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-files-'));
  const { signal } = new AbortController();
  const ends = { isOutTerminal: false, isErrorTerminal: false, isJson: false };
  io = { printOut: print, printError: print, readInput, env: {}, folder, ...ends, signal };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Takes a journal, lets something happen, and writes its beginning; the error, or null where it could be written. */
async function begin(meanwhile: (lock: string) => void) {
  const owned = await ownNew(io, 'j.jsonl', false);
  if (!owned.ok) throw new Error(owned.error.message);
  const { file, claim, isOccupied } = owned.value;
  meanwhile(`${file}.lock`);
  const start = { type: 'run.started', at: 1, runId: 'r', input: {}, seed: 1, env: {}, simulate: false } as const;
  const source = 'tasks: [{id: a, type: basic}]\n';
  const head = { path: 'a.yaml', source, files: [], salt: 's', start: { ...start, engine: '0.2.0', file: 'a.yaml' } };
  const created = attempt(io, 'j.jsonl', () => createJournal(file, head, { fence: claim, replaces: isOccupied }));
  if (created.ok) created.value.close();
  claim.release();
  return created.ok ? null : created.error;
}

test('a run whose claim is gone before its journal is opened is refused as one that another process executes', async () => {
  expect(await begin((lock) => rmSync(lock, { recursive: true }))).toMatchObject({
    message: expect.stringContaining('was removed from j.jsonl.lock'),
    details: { type: IN_USE },
  });
  expect(await begin(() => undefined)).toBeNull();
});
