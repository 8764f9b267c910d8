import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunInput } from '../../run/index.ts';
import { continueJournal, createJournal } from './FileJournal.ts';
import { JournalReader } from './JournalReader.ts';
import { readJournal } from './readJournal.ts';

const SOURCE = 'tasks:\n  - {id: a, type: basic, import: ./lib.yaml}\n';
const HEAD = { path: 'a.yaml', source: SOURCE, files: [['lib.yaml', 'id: a\ntype: basic\n']] as const, salt: 'salt' };
const START: RunInput = {
  type: 'run.started',
  at: 1,
  runId: 'r',
  input: { n: 7 },
  seed: 1,
  env: { NAME: 'value' },
  simulate: false,
  engine: '0.1.0',
  file: 'a.yaml',
};
const PROOF = { inputs: 0, events: 0, digest: '' };

let folder: string;
let written: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-'));
  const file = path.join(folder, 'j.jsonl');
  const begun = createJournal(file, HEAD);
  begun.append([START], PROOF);
  begun.append([{ type: 'timer.fired', at: 2, id: 't' }], PROOF);
  begun.close();
  const reader = new JournalReader(file);
  reader.read();
  const resumed = continueJournal(file, HEAD, reader.end);
  reader.close();
  resumed.append([{ type: 'timer.fired', at: 3, id: 'u' }], PROOF);
  resumed.append([{ type: 'run.cancelled', at: 4 }], PROOF);
  resumed.close();
  written = readFileSync(file, 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A journal of an earlier version: without hashes. */
function unsealed(text: string): string {
  return text.replace(/^\{"hash":"[0-9a-f]*",/gm, '{').replace(/,"seal":\{.*\}\}$/m, '}');
}

test('is read as it was written, also the lines added after a resume', () => {
  expect(readJournal(written)).toMatchObject({
    ok: true,
    value: { ...HEAD, inputs: [START, { id: 't' }, { id: 'u' }, { type: 'run.cancelled' }] },
  });
});

const replaced = (from: string | RegExp, to: string) => (): string => {
  const changed = written.replace(from, to);
  if (changed === written) throw new Error('Nothing was changed.');
  return changed;
};
const lines = (): string[] => written.split('\n');

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
    ['the input', replaced('{"n":7}', '{"n":8}'), /changed at line 2/],
    ['a variable', replaced('"NAME"', '"MANE"'), /changed at line 2/],
    ['the version of the engine', replaced('"engine":"0.1.0"', '"engine":"0.1.1"'), /changed at line 2/],
    ['a time in the middle', replaced('"at":2', '"at":9'), /changed at line 3/],
    ['a proof', replaced(/"events":0(?=.*"t")/, '"events":1'), /changed at line 3/],
    ['a line taken out', () => lines().toSpliced(2, 1).join('\n'), /changed at line 3/],
    [
      'a line put in',
      () =>
        lines()
          .toSpliced(3, 0, lines()[2] ?? '')
          .join('\n'),
      /changed at line 4/,
    ],
    [
      'a line without a digest',
      () => lines().toSpliced(3, 0, '{"proof":{"inputs":1,"events":1,"digest":""},"inputs":[]}').join('\n'),
      /changed at line 4/,
    ],
    [
      'two lines in the other order',
      () =>
        lines()
          .toSpliced(2, 2, lines()[3] ?? '', lines()[2] ?? '')
          .join('\n'),
      /changed at line 3/,
    ],
    ['a line that is no JSON', replaced('"at":3', '"at":'), /line 4/],
  ])('%s', (_, change, words) => {
    expect(readJournal(change())).toEqual({ ok: false, error: expect.stringMatching(words) });
  });
});

test('a last line that was not written whole is left out, and lines added then continue the chain of hashes', () => {
  const file = path.join(folder, 'torn.jsonl');
  writeFileSync(file, `${written}{"hash":"0`);
  expect(readJournal(readFileSync(file, 'utf8'))).toMatchObject({ ok: true });
  const reader = new JournalReader(file);
  reader.read();
  const resumed = continueJournal(file, HEAD, reader.end);
  reader.close();
  resumed.append([{ type: 'run.continued', at: 5 }], PROOF);
  resumed.close();
  const read = readJournal(readFileSync(file, 'utf8'));
  expect(read.ok && read.value.inputs.at(-1)).toEqual({ type: 'run.continued', at: 5 });
});

test('a journal of an earlier version is read and resumed', () => {
  const file = path.join(folder, 'earlier.jsonl');
  writeFileSync(file, unsealed(written));
  expect(readFileSync(file, 'utf8')).not.toMatch(/hash|seal/);
  const reader = new JournalReader(file);
  reader.read();
  const resumed = continueJournal(file, HEAD, reader.end);
  reader.close();
  resumed.append([{ type: 'run.continued', at: 5 }], PROOF);
  resumed.close();
  expect(readFileSync(file, 'utf8')).not.toContain('hash');
  expect(readJournal(readFileSync(file, 'utf8'))).toMatchObject({ ok: true, value: { ...HEAD } });
});

test('a journal of a newer version, and lines that are not records, are refused', () => {
  expect(readJournal('{"format":"signalbox-journal/2"}\n')).toEqual({
    ok: false,
    error: expect.stringContaining('newer version'),
  });
  expect(readJournal(unsealed(written).replace('"inputs":[{"type":"timer', '"inputs":7,"x":[{"type":"timer'))).toEqual({
    ok: false,
    error: expect.stringMatching(/line 3/),
  });
});
