import { messageOf } from '../../base/index.ts';
import { renameInTests } from '../../change/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { holdsWorkflow, isTestFile } from '../../model/index.ts';
import {
  canPlay,
  explainUnproved,
  findSubjects,
  MERGE_VERDICTS,
  MergeProof,
  type ProvedRecord,
  runTest,
  type TestPorts,
  tellProved,
} from '../../proof/index.ts';
import { readTestFile, workflowOf } from '../../testFile/index.ts';
import { readRuns, type UnreadRecord } from '../backtest/readRuns.ts';
import type { CommandIo } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { onOneLine, type Printed } from '../print/terminal.ts';
import { findSources, readSource } from '../readFiles.ts';
import { readCassettes } from '../test/readTests.ts';

/** The three texts of a merge. */
export type SideTexts = Readonly<Record<'base' | 'ours' | 'theirs', string>>;

type FourTexts = SideTexts & { readonly merged: string };
type Analyses = Readonly<Record<keyof FourTexts, Analysis>>;

interface MergeProofOptions {
  /** What the merged file is called. */
  readonly path: string;
  readonly prove: readonly string[];
}

/**
 * Proves a merge: checks its result, and plays tests and recorded runs on it and on both sides. Prints what came of it, and answers with
 * how much is wrong: errors, tests that fail and pass on a side, runs that go as in neither, and what cannot be read.
 */
export async function proveMerge(io: CommandIo, { path, prove }: MergeProofOptions, texts: FourTexts): Promise<number> {
  const fail = (message: string): number => {
    io.printError(`${onOneLine(message)}\n`);
    return 1;
  };
  if (!holdsWorkflow(path)) return fail(`${path}: only the merge of a workflow can be proved by tests and runs.`);
  const reader = new ImportReader(io, [path]);
  const read = (text: string): Promise<Analysis> => reader.analyze({ path, text });
  const analyses: Analyses = {
    base: await read(texts.base),
    ours: await read(texts.ours),
    theirs: await read(texts.theirs),
    merged: await read(texts.merged),
  };
  const unproved = explainUnproved(analyses);
  if (unproved !== null) return fail(unproved);
  const ports: TestPorts = io.runScript === undefined ? {} : { runScript: io.runScript };
  const proved = { tests: await proveTests(io, { path, prove, texts, analyses, ports }), runs: [], unread: [] };
  const all = await proveRuns(io, { path, prove, analyses, ports });
  return print(io, path, { ...proved, ...all });
}

function print(io: CommandIo, path: string, file: ProvedFile): number {
  io.printError(...formatProof(path, file));
  const { tests, runs, unread } = file;
  const broken = tests.filter(({ why, passesOn }) => why !== null && passesOn.length > 0).length;
  const isEmpty = tests.length + runs.length + unread.length === 0;
  return broken + unread.length + runs.filter(({ run }) => run.verdict === 'as in neither').length + (isEmpty ? 1 : 0);
}

interface Proving {
  readonly path: string;
  readonly prove: readonly string[];
  readonly analyses: Analyses;
  readonly ports: TestPorts;
}

/** The tests of the workflow, each on the merged text; one that fails there is played on both sides, too. */
async function proveTests(
  io: CommandIo,
  { path, prove, texts, analyses, ports }: Proving & { readonly texts: FourTexts },
): Promise<readonly ProvedTest[]> {
  const { files } = await findSources(io, prove);
  const proved: ProvedTest[] = [];
  for (const { path: name } of files.filter((file) => isTestFile(file.path))) {
    const source = await readSource(io, name);
    if (!source.ok) continue;
    const { text } = source.value;
    if (workflowOf(name, readTestFile(text).file.workflow) !== path) continue;
    const play = (tests: string, analysis: Analysis): Promise<ReadonlyMap<string, string | null>> =>
      playTests(io, { name, tests, analysis, ports });
    const now = await play(renameInTests(text, name, { ...texts, path }), analyses.merged);
    const isFailing = [...now.values()].some((why) => why !== null);
    const [ours, theirs] = isFailing
      ? [await play(text, analyses.ours), await play(text, analyses.theirs)]
      : [new Map<string, null>(), new Map<string, null>()];
    for (const [test, why] of now) {
      const passesOn = [...(ours.get(test) === null ? ['ours'] : []), ...(theirs.get(test) === null ? ['theirs'] : [])];
      proved.push({ path: name, test, why, passesOn });
    }
  }
  return proved;
}

/** The tests of a file by their names, with why each fails; null: it passes. */
async function playTests(
  io: CommandIo,
  file: { readonly name: string; readonly tests: string; readonly analysis: Analysis; readonly ports: TestPorts },
): Promise<ReadonlyMap<string, string | null>> {
  const { name, tests, analysis, ports } = file;
  const read = readTestFile(tests);
  const place = { path: name, within: io.folder };
  const cassettes = await readCassettes(io, read.file, { place, findings: read.findings });
  const { subjects, blocking, errors } = findSubjects(read, analysis, cassettes);
  const [wrong] = [...blocking, ...errors];
  if (wrong !== undefined) return new Map([['all tests', wrong.message]]);
  const results = new Map<string, string | null>();
  for (const subject of subjects) {
    const { verdict } = await runTest(subject, ports);
    results.set(verdict.name, verdict.passed ? null : (verdict.failures[0]?.message ?? 'It failed.'));
  }
  return results;
}

async function proveRuns(
  io: CommandIo,
  { path, prove, analyses, ports }: Proving,
): Promise<Pick<ProvedFile, 'runs' | 'unread'>> {
  const proof = new MergeProof({ ...analyses, base: canPlay(analyses.base) ? analyses.base : null }, ports);
  const runs: ProvedFile['runs'][number][] = [];
  const unread: ProvedFile['unread'][number][] = [];
  const known = new Map<string, Analysis>();
  const names = prove.filter((name) => !isTestFile(name));
  for await (const read of readRuns(io, names, path)) {
    if (!read.ok) {
      unread.push(read.error);
      continue;
    }
    const { name, path: file, source, files, inputs } = read.value;
    const key = JSON.stringify([file, source, files]);
    const analysis = known.get(key) ?? analyze(file, source, undefined, new Map(files));
    known.set(key, analysis);
    try {
      runs.push({ name, run: await proof.prove({ analysis, inputs }) });
    } catch (error) {
      const reason = messageOf(error);
      unread.push({ name, message: `This run cannot be played: ${reason.replace(/\.$/, '')}.` });
    }
  }
  return { runs, unread };
}

/** A test on the merged text. */
interface ProvedTest {
  readonly path: string;
  readonly test: string;
  /** Why it fails; null: it passes. */
  readonly why: string | null;
  /** The sides that it passes on. */
  readonly passesOn: readonly string[];
}

/** What tests and recorded runs say of a merge. */
interface ProvedFile {
  readonly tests: readonly ProvedTest[];
  readonly runs: readonly { readonly name: string; readonly run: ProvedRecord }[];
  readonly unread: readonly UnreadRecord[];
}

/** How many tests and runs had which result, and below that those that say something is wrong. */
function formatProof(path: string, { tests, runs, unread }: ProvedFile): readonly Printed[] {
  const lines: Printed[] = [];
  const tell = (text: string): number => lines.push(`${onOneLine(text)}\n`);
  for (const { name, message } of unread) tell(`${name}: ${message}`);
  if (tests.length + runs.length === 0 && unread.length === 0)
    tell(`${path}: there is nothing to prove it by: it has no test and no recorded run.`);
  const failed = tests.filter(({ why }) => why !== null);
  if (tests.length > 0)
    tell(`${path}: ${count(tests.length, 'test')}: ${tests.length - failed.length} passed, ${failed.length} failed`);
  for (const { path: file, test, why, passesOn } of failed) {
    const where = passesOn.length === 0 ? 'on both sides, too' : `but passes on ${passesOn.join(' and on ')}`;
    tell(`  ${file}: “${test}” fails, ${where}: ${why}`);
  }
  if (runs.length === 0) return lines;
  const counts = MERGE_VERDICTS.map(
    (verdict) => [verdict, runs.filter(({ run }) => run.verdict === verdict).length] as const,
  );
  const told = counts.filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdict}`);
  tell(`${path}: ${count(runs.length, 'run')}: ${told.join(', ')}`);
  for (const { name, run } of runs) {
    const told = tellProved(run);
    if (told !== null) tell(`  ${name}: ${told}`);
  }
  return lines;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
