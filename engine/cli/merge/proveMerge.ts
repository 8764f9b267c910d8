import { renameBeside } from '../../change/index.ts';
import { type Analysis } from '../../graph/index.ts';
import { holdsWorkflow, isTestFile } from '../../model/index.ts';
import {
  canPlay,
  explainUnproved,
  findSubjects,
  MERGE_VERDICTS,
  MergeProof,
  type ProvedRecord,
  tellProved,
} from '../../proof/index.ts';
import { readTestFile, workflowOf } from '../../testFile/index.ts';
import { analyzeRun, playRecord, readRuns, type UnreadRecord } from '../backtest/readRuns.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { count, onOneLine, type Printed } from '../print/terminal.ts';
import { findSources, readSource } from '../readFiles.ts';
import { explainTests } from '../test/explainTests.ts';
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

/** Proves a merge: checks its result, and plays tests and recorded runs on it and on both sides. */
export async function proveMerge(
  io: CommandIo,
  { path, prove }: MergeProofOptions,
  texts: FourTexts,
): Promise<MergeProofResult> {
  const fail = (message: string): MergeProofResult => ({ ...NOTHING, unread: [{ name: path, message }] });
  if (!holdsWorkflow(path)) return fail('Only the merge of a workflow can be proved by tests and runs.');
  const reader = new ImportReader(io, [path]);
  const read = (text: string): Promise<Analysis> => reader.analyze({ path, text });
  const analyses: Analyses = {
    base: await read(texts.base),
    ours: await read(texts.ours),
    theirs: await read(texts.theirs),
    merged: await read(texts.merged),
  };
  const problem = explainUnproved(analyses);
  if (problem !== null) return fail(problem);
  const tests = await proveTests(io, { path, prove, texts, analyses });
  const { runs, unread } = await proveRuns(io, { path, prove, analyses });
  const broken = tests.filter(({ why, passesOn }) => why !== null && passesOn.length > 0).length;
  const strange = runs.filter(({ run }) => run.verdict === 'as in neither').length;
  const isEmpty = tests.length + runs.length + unread.length === 0;
  return { tests, runs, unread, wrong: broken + unread.length + strange + (isEmpty ? 1 : 0) };
}

/** Of what cannot be proved. */
const NOTHING: MergeProofResult = { tests: [], runs: [], unread: [], wrong: 1 };

interface Proving extends MergeProofOptions {
  readonly analyses: Analyses;
}

/** The tests of the workflow, each on the merged text; one that fails there is played on both sides, too. */
async function proveTests(
  io: CommandIo,
  { path, prove, texts, analyses }: Proving & { readonly texts: FourTexts },
): Promise<readonly ProvedTest[]> {
  const { files } = await findSources(io, prove);
  const proved: ProvedTest[] = [];
  for (const { path: name } of files.filter((file) => isTestFile(file.path))) {
    const source = await readSource(io, name);
    if (!source.ok) continue;
    const { text } = source.value;
    if (workflowOf(name, readTestFile(text).file.workflow) !== path) continue;
    const play = async (tests: string, analysis: Analysis): Promise<ReadonlyMap<string, string | null>> => {
      const read = readTestFile(tests);
      const place = { path: name, within: io.folder };
      const cassettes = await readCassettes(io, read.file, { place, findings: read.findings });
      return explainTests(io, findSubjects(read, analysis, cassettes));
    };
    const now = await play(renameBeside(text, name, { ...texts, path }), analyses.merged);
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

async function proveRuns(
  io: CommandIo,
  { path, prove, analyses }: Proving,
): Promise<Pick<MergeProofResult, 'runs' | 'unread'>> {
  const proof = new MergeProof({ ...analyses, base: canPlay(analyses.base) ? analyses.base : null }, scriptPort(io));
  const runs: MergeProofResult['runs'][number][] = [];
  const unread: UnreadRecord[] = [];
  const known = new Map<string, Analysis>();
  const names = prove.filter((name) => !isTestFile(name));
  for await (const read of readRuns(io, names, path)) {
    const proved = read.ok
      ? await playRecord(read.value, async (run) => ({
          name: run.name,
          run: await proof.prove({ analysis: analyzeRun(run, known), inputs: run.inputs }),
        }))
      : read;
    if (proved.ok) runs.push(proved.value);
    else unread.push(proved.error);
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
export interface MergeProofResult {
  readonly tests: readonly ProvedTest[];
  readonly runs: readonly { readonly name: string; readonly run: ProvedRecord }[];
  readonly unread: readonly UnreadRecord[];
  /** How much is wrong: tests that fail and pass on a side, runs that go as in neither, what cannot be read, or that there is nothing to prove it by. */
  readonly wrong: number;
}

export function proofToJson({ tests, runs, unread }: MergeProofResult): object {
  const told = runs.map(({ name, run }) => ({ path: name, verdict: run.verdict }));
  return { tests, runs: told, unread: unread.map((each) => ({ code: 'UNREADABLE_FILE', ...each })) };
}

/** How many tests and runs had which result, and below that those that say something is wrong. */
export function formatProof(path: string, { tests, runs, unread }: MergeProofResult): readonly Printed[] {
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
