import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Data, isDataMap } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { parseSyntax, toNodeData } from '../../syntax/index.ts';
import { errorsIn, filesAfter } from '../../testing/edits/errorsAfter.ts';
import { type CommandCall, everyCommand } from '../../testing/edits/everyCommand.ts';
import { numRuns } from '../../testing/numRuns.ts';
import { Dice } from '../../testing/simulation/Dice.ts';
import { mergeWorkflows } from './mergeWorkflows.ts';
import { touchedBy } from './testing.ts';

const PATH = 'w.yaml';
const PUBLIC = path.join(import.meta.dirname, '../../../public');

/** The samples and templates, which have no error. */
const DOCUMENTS = ['samples', 'templates'].flatMap((folder) =>
  readdirSync(path.join(PUBLIC, folder))
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
    .map((name) => readFileSync(path.join(PUBLIC, folder, name), 'utf8')),
);

/** Those that change no other file. */
function callsOn(text: string): readonly CommandCall[] {
  const files = new Map([[PATH, text]]);
  const calls = everyCommand({ analysis: analyze(PATH, text, undefined, files), files });
  return calls.filter(({ command }) => !/extractToFile|inlineImport|renameFile|renameDefinition/.test(command));
}

/** One call of any command, each command as likely as another. */
function pick(calls: readonly CommandCall[], dice: Dice): CommandCall | undefined {
  const names = [...new Set(calls.map(({ command }) => command))];
  const name = names[dice.roll(names.length)];
  const named = calls.filter(({ command }) => command === name);
  return named[dice.roll(named.length)];
}

function after(text: string, call: CommandCall | undefined): string {
  return (call && filesAfter(new Map([[PATH, text]]), call)?.get(PATH)) ?? text;
}

/** The text after the same call on another text; undefined where it does not apply there. */
function afterSame(text: string, { command, args }: CommandCall): string | undefined {
  const same = callsOn(text).find(
    (call) => call.command === command && JSON.stringify(call.args) === JSON.stringify(args),
  );
  return same && filesAfter(new Map([[PATH, text]]), same)?.get(PATH);
}

/** What a text means: tasks and other things with ids, and members of sets, in any order. */
function meaning(text: string): string {
  const plain = (data: Data): unknown => {
    if (isDataMap(data))
      return Object.fromEntries([...data].map(([key, value]) => [key, plain(value)] as const).toSorted(byKey));
    return Array.isArray(data) ? data.map((item) => JSON.stringify(plain(item))).toSorted() : data;
  };
  return JSON.stringify(plain(toNodeData(parseSyntax(text).root)));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function codes(text: string): readonly string[] {
  return errorsIn(new Map([[PATH, text]]), PATH).map((error) => error.split(' ')[0] ?? '');
}

function comments(text: string): readonly string[] {
  return text.match(/#[^\n]*/g) ?? [];
}

/** Ids that a text has and another does not. */
function newIds(text: string, before: string): ReadonlySet<string> {
  const known = analyze(PATH, before).graph.nodes;
  return new Set([...analyze(PATH, text).graph.nodes.keys()].filter((id) => !known.has(id)));
}

interface Tally {
  pairs: number;
  clean: number;
  alike: number;
  compared: number;
  /** Pairs that touch nothing in common, and those of them that are merged without a conflict. */
  apart: number;
  apartClean: number;
}

function tryPair(text: string, calls: readonly [CommandCall | undefined, CommandCall | undefined], tally: Tally): void {
  const [first, second] = calls;
  const [ours, theirs] = [after(text, first), after(text, second)];
  if (first === undefined || second === undefined || ours === text || theirs === text || ours === theirs) return;
  const told = `${first.command} ${JSON.stringify(first.args)} and ${second.command} ${JSON.stringify(second.args)} on\n${text}`;
  const { text: merged, conflicts, findings } = mergeWorkflows({ base: text, ours, theirs }, { path: PATH });
  tally.pairs += 1;
  const touched = touchedBy(text, ours);
  const isApart = ![...touchedBy(text, theirs)].some((name) => touched.has(name));
  if (isApart) tally.apart += 1;
  if (isApart && conflicts.length + findings.length === 0) tally.apartClean += 1;
  if (conflicts.length + findings.length > 0) return;
  tally.clean += 1;
  const known = new Set([...codes(ours), ...codes(theirs)]);
  expect(
    codes(merged).filter((code) => !known.has(code)),
    told,
  ).toEqual([]);
  const kept = comments(text).filter(
    (comment) => comments(ours).includes(comment) && comments(theirs).includes(comment),
  );
  expect(
    kept.filter((comment) => !comments(merged).includes(comment)),
    told,
  ).toEqual([]);
  // Both sides may have given one fresh id to two things, which no sequence does.
  const ids = newIds(theirs, text);
  if ([...newIds(ours, text)].some((id) => ids.has(id)) || first.command === second.command) return;
  const sequences = [afterSame(ours, second), afterSame(theirs, first)].filter((it) => it !== undefined);
  if (sequences.length === 0) return;
  tally.compared += 1;
  if (sequences.some((sequence) => meaning(sequence) === meaning(merged))) tally.alike += 1;
}

test('two edits by commands merge as one after the other, and bring no error that is not told', () => {
  const tally = { pairs: 0, clean: 0, alike: 0, compared: 0, apart: 0, apartClean: 0 };
  const seeds = numRuns(1, 10);
  for (const [index, text] of DOCUMENTS.entries()) {
    if (codes(text).length > 0) continue;
    const dice = Dice.ofSeed(index + 7);
    const calls = callsOn(text);
    for (let count = 0; count < seeds; count += 1) tryPair(text, [pick(calls, dice), pick(calls, dice)], tally);
  }
  expect(tally.pairs).toBeGreaterThan(15);
  expect(tally.clean / tally.pairs).toBeGreaterThan(0.8);
  expect(tally.apart).toBeGreaterThan(tally.pairs / 3);
  expect(tally.apartClean / tally.apart).toBeGreaterThanOrEqual(0.95);
  if (numRuns(1) > 1) console.log(JSON.stringify(tally));
  expect(tally.alike / tally.compared).toBeGreaterThan(0.95);
});
