import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../base/index.ts';
import type { RunInput } from '../../../run/index.ts';
import { startInput } from '../../../testing/given/startInput.ts';
import { continueJournal, createJournal, type Fence, type JournalFile } from './FileJournal.ts';
import { JournalReader } from './JournalReader.ts';
import { FencedError, GrownJournalError } from './journalErrors.ts';
import type { FileJournal } from './readJournal.ts';

const SOURCE = 'tasks:\n  - {id: a, type: basic, import: ./lib.yaml}\n';
const START = startInput({ at: 1, input: { n: 7 }, env: { NAME: 'value' } });
const HEAD = {
  path: 'a.yaml',
  source: SOURCE,
  files: [['lib.yaml', 'id: a\ntype: basic\n']] as const,
  salt: 'salt',
  start: START,
};
const HELD: Fence = { isHeld: true, release: () => undefined };

/** What came of the inputs before a line, as far as a test needs it. */
const proofOf = (inputs: number) => ({ inputs, events: 0, digest: '' });

const fired = (id: string, at: number): RunInput => ({ type: 'timer.fired', at, id });

let folder: string;
let written: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  const file = path.join(folder, 'j.jsonl');
  const begun = createJournal(file, HEAD, { fence: HELD });
  begun.append([fired('t', 2)], proofOf(1));
  begun.append([fired('s', 2)], proofOf(2));
  begun.close();
  const resumed = resume(file, 3);
  resumed.append([fired('u', 3)], proofOf(3));
  resumed.append([{ type: 'run.cancelled', at: 4 }], proofOf(4));
  resumed.close();
  written = readFileSync(file, 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a journal to append to it, as the owner of an epoch. */
function resume(file: string, inputs: number, fence: Fence = HELD): JournalFile {
  const reader = new JournalReader(file);
  const read = reader.read();
  if (!read.ok) throw new Error(read.error);
  const resumed = continueJournal(file, { head: HEAD, end: reader.end, proof: proofOf(inputs), fence });
  reader.close();
  return resumed;
}

function readFile(file: string): Result<FileJournal, string> {
  const reader = new JournalReader(file);
  try {
    return reader.read();
  } finally {
    reader.close();
  }
}

function read(text: string): Result<FileJournal, string> {
  const file = path.join(folder, 'read.jsonl');
  writeFileSync(file, text);
  return readFile(file);
}

/** A journal of the first version: its start was the first record. */
function earlier(text: string): string {
  const [head = '', ...rest] = text.split('\n');
  const { start: _, ...old } = JSON.parse(unsealed(head)) as { start: unknown };
  const first = JSON.stringify({ proof: proofOf(0), inputs: [START] });
  return [JSON.stringify({ ...old, format: 'signalbox-journal/1' }), first, ...rest.map(unsealed)].join('\n');
}

/** A journal of versions before: without digests. */
function unsealed(text: string): string {
  return text.replace(/^\{"hash":"[0-9a-f]*",/gm, '{').replace(/,"seal":\{.*\}\}$/m, '}');
}

test('is read as it was written, also what was added after it was resumed', () => {
  expect(read(written)).toMatchObject({
    ok: true,
    value: { ...HEAD, inputs: [START, { id: 't' }, { id: 's' }, { id: 'u' }, { type: 'run.cancelled' }] },
  });
});

const replaced = (from: string | RegExp, to: string) => (): string => {
  const changed = written.replace(from, to);
  if (changed === written) throw new Error('Nothing was changed.');
  return changed;
};

describe('a journal that was changed by hand is refused with the change and its line', () => {
  test.each<readonly [what: string, change: () => string, words: RegExp]>([
    [
      'its workflow text',
      replaced('- {id: a', '- {id: b'),
      /^The workflow text in this journal is not the one the run was started with/,
    ],
    ['a space in its workflow text', replaced('id: a, type', 'id: a,  type'), /^The workflow text in this journal/],
    [
      'an imported text',
      replaced('id: a\\ntype: basic', 'id: a\\ntype: wait'),
      /^The imported text “lib\.yaml” in this journal is not/,
    ],
    ['the name of an imported text', replaced('"lib.yaml"', '"lob.yaml"'), /“lob\.yaml” .* added/],
    ['an imported text taken out', replaced(/\["lib\.yaml","id[^\]]*\]/, ''), /“lib\.yaml” .* is missing/],
    ['the path', replaced('"a.yaml"', '"b.yaml"'), /^The path in this journal/],
    ['the salt', replaced('"salt":"salt"', '"salt":"sole"'), /changed at line 1/],
    ['the input', replaced('{"n":7}', '{"n":8}'), /^The start of the run in this journal was changed/],
    ['a variable', replaced('"NAME"', '"MANE"'), /^The start of the run/],
    ['the version of the engine', replaced('"engine":"0.1.0"', '"engine":"0.1.1"'), /^The start of the run/],
    ['a time in the middle', replaced('"at":2', '"at":9'), /changed at line 2/],
    ['a proof', replaced(/"events":0(?=.*"s")/, '"events":1'), /changed at line 3/],
    ['who took over', replaced('"epoch":2', '"epoch":3'), /changed at line 4/],
  ])('%s', (_, change, words) => {
    expect(read(change())).toEqual({ ok: false, error: expect.stringMatching(words) });
  });
});

test('a journal of the earlier form is read and resumed as before', () => {
  const file = path.join(folder, 'earlier.jsonl');
  writeFileSync(file, earlier(written));
  expect(readFileSync(file, 'utf8')).not.toMatch(/hash|seal/);
  const resumed = resume(file, 5);
  resumed.append([{ type: 'run.continued', at: 5 }], proofOf(5));
  resumed.close();
  expect(readFileSync(file, 'utf8')).not.toContain('hash');
  const now = readFile(file);
  expect(now).toMatchObject({ ok: true, value: { ...HEAD, start: null } });
  expect(now.ok && now.value.inputs).toHaveLength(6);
});

test('a journal of a newer form, and lines that are no records, are refused', () => {
  expect(read('{"format":"signalbox-journal/3"}\n')).toEqual({
    ok: false,
    error: expect.stringContaining('newer version'),
  });
  expect(read(earlier(written).replace('"inputs":[{"type":"timer', '"inputs":7,"x":[{"type":"timer'))).toEqual({
    ok: false,
    error: expect.stringMatching(/line 3/),
  });
});

/** A fence that is taken away in the moment after the process has looked at it, with what happens then. */
function loseAfterLooking(happens: () => void): Fence & { arm(): void } {
  let [isArmed, isLost] = [false, false];
  return {
    get isHeld() {
      if (isLost) return false;
      if (isArmed) {
        isLost = true;
        happens();
      }
      return true;
    },
    arm: () => (isArmed = true),
    release: () => undefined,
  };
}

describe('a process that has lost the journal', () => {
  test('finds out by the write that is too late, and that line does not count', () => {
    const file = path.join(folder, 'late.jsonl');
    let owner: JournalFile | null = null;
    const fence = loseAfterLooking(() => {
      owner = resume(file, 2);
      owner.append([fired('mine', 3)], proofOf(2));
    });
    const stale = createJournal(file, HEAD, { fence });
    stale.append([fired('t', 2)], proofOf(1));
    fence.arm();
    expect(() => stale.append([fired('late', 4)], proofOf(2))).toThrow(FencedError);
    expect(() => stale.append([fired('later', 5)], proofOf(3))).toThrow(FencedError);
    stale.close();
    const text = readFileSync(file, 'utf8');
    expect([text.includes('"late"'), text.includes('"later"')]).toEqual([true, false]);
    const now = readFile(file);
    expect(now.ok && now.value.inputs).toEqual([START, fired('t', 2), fired('mine', 3)]);
    const again = resume(file, 3);
    again.append([fired('last', 5)], proofOf(3));
    again.close();
    const end = readFile(file);
    expect(end.ok && end.value.inputs).toEqual([START, fired('t', 2), fired('mine', 3), fired('last', 5)]);
  });

  test('cuts nothing of the new owner, also where it has read the journal before', () => {
    const file = path.join(folder, 'asleep.jsonl');
    createJournal(file, HEAD, { fence: HELD }).close();
    const reader = new JournalReader(file);
    reader.read();
    const { end } = reader;
    reader.close();
    const owner = resume(file, 1);
    owner.append([fired('done', 2)], proofOf(1));
    const before = readFileSync(file, 'utf8');
    const lost: Fence = { isHeld: false, release: () => undefined };
    expect(() => continueJournal(file, { head: HEAD, end, proof: proofOf(1), fence: lost })).toThrow(FencedError);
    expect(() => createJournal(file, HEAD, { fence: lost, replaces: true })).toThrow(FencedError);
    // One that has just not lost it cuts off parts of lines only.
    expect(() => continueJournal(file, { head: HEAD, end, proof: proofOf(1), fence: HELD })).toThrow(GrownJournalError);
    expect(readFileSync(file, 'utf8')).toBe(before);
    owner.append([fired('more', 3)], proofOf(2));
    owner.close();
    const now = readFile(file);
    expect(now.ok && now.value.inputs).toEqual([START, fired('done', 2), fired('more', 3)]);
  });

  test('adds a line between the look and the first line of the new owner, which reads the journal again', () => {
    const file = path.join(folder, 'amid.jsonl');
    const stale = createJournal(file, HEAD, { fence: HELD });
    let looks = 0;
    const fence: Fence = {
      get isHeld() {
        looks += 1;
        if (looks === 1) stale.append([fired('late', 2)], proofOf(1));
        return true;
      },
      release: () => undefined,
    };
    expect(() => resume(file, 1, fence)).toThrow(GrownJournalError);
    expect(looks).toBeGreaterThan(1);
    const owner = resume(file, 2);
    owner.append([fired('mine', 3)], proofOf(2));
    for (const each of [stale, owner]) each.close();
    const now = readFile(file);
    expect(now.ok && now.value.inputs).toEqual([START, fired('late', 2), fired('mine', 3)]);
  });

  test.each([
    ['a part of a line', '{"hash":"12'],
    ['a blank line', '\0\0\0\n'],
    ['a blank part', '\0\0'],
  ])('%s at the end is cut off as the run is resumed', (_, torn) => {
    const file = path.join(folder, 'torn.jsonl');
    writeFileSync(file, written);
    appendFileSync(file, torn);
    resume(file, 5).close();
    expect(readFileSync(file, 'utf8').slice(0, written.length + 8)).toBe(`${written}{"hash":`);
    expect(readFile(file).ok).toBe(true);
  });

  test('has its late line read where it comes before the first one of the new owner', () => {
    const file = path.join(folder, 'between.jsonl');
    const stale = createJournal(file, HEAD, { fence: HELD });
    stale.append([fired('t', 2)], proofOf(1));
    const reader = new JournalReader(file);
    reader.read();
    stale.append([fired('late', 3)], proofOf(2));
    const { end } = reader;
    const go = () => continueJournal(file, { head: HEAD, end, proof: proofOf(2), fence: HELD });
    expect(go).toThrow(GrownJournalError);
    const owner = resume(file, 3);
    owner.append([fired('mine', 4)], proofOf(3));
    const now = readFile(file);
    expect(now.ok && now.value.inputs).toEqual([START, fired('t', 2), fired('late', 3), fired('mine', 4)]);
    for (const each of [stale, owner, reader]) each.close();
  });
});

test('a journal that is cut or removed while its run is going ends the run', () => {
  const file = path.join(folder, 'gone.jsonl');
  const journal = createJournal(file, HEAD, { fence: HELD });
  truncateSync(file, 10);
  expect(() => journal.append([fired('t', 2)], proofOf(1))).toThrow(/was cut/);
  unlinkSync(file);
  expect(() => journal.append([fired('t', 2)], proofOf(1))).toThrow(/was removed/);
  journal.close();
});

test('the draft of a checkpoint that a process left is removed by the one that resumes its run', () => {
  const file = path.join(folder, 'left.jsonl');
  createJournal(file, HEAD, { fence: HELD }).close();
  writeFileSync(`${file}.checkpoint.new`, 'half');
  resume(file, 1).close();
  expect(existsSync(`${file}.checkpoint.new`)).toBe(false);
});
