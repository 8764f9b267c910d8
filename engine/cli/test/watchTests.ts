import path from 'node:path';
import { type DatasetSubject, type Grid, runLiveDataset, runTest, type Verdict } from '../../proof/index.ts';
import { answersFileOf } from '../../testFile/index.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { count } from '../print/terminal.ts';
import { type FoundFile, readSource } from '../readFiles.ts';
import { ChosenTests } from './chooseTests.ts';
import { findTests } from './findTests.ts';
import { isPassing, printGrids } from './grid/printGrids.ts';
import { LiveSession } from './live/LiveSession.ts';
import { printTests, toBroken } from './printTests.ts';
import { readTests } from './readTests.ts';
import type { TestCommand } from './TEST.ts';
import { TestMemory } from './TestMemory.ts';

/**
 * `signalbox test --watch`: plays all tests, then with each change of a files those that depend on what was changed, until the command is
 * stopped. Datasets are played with what was kept: nothing is asked for real. Ends as the last round did.
 */
export async function watchTests(io: CommandIo, command: TestCommand): Promise<ExitCode> {
  const memory = new TestMemory();
  for (;;) {
    const before = await memory.look(io, command.files);
    const code = await playRound(io, command, memory);
    if (io.signal.aborted) return code;
    io.printError('Waiting for a change. Ctrl+C ends this.\n');
    await memory.change(io, command.files, before);
    if (io.signal.aborted) return code;
    memory.next();
  }
}

async function playRound(io: CommandIo, command: TestCommand, memory: TestMemory): Promise<ExitCode> {
  const { files, wrong } = await findTests(io, command.files);
  const reader = new ImportReader(io, command.files);
  const choice = new ChosenTests(command);
  const ports = scriptPort(io);
  const sum = { played: 0, failed: 0, known: 0, knownFailed: 0, broken: wrong.length };
  for (const report of wrong) printTests(io, toBroken(report));
  for (const found of files) {
    const read = await readTests(io, reader, found);
    const { subjects, datasets } = choice.take(read);
    const tests: Verdict[] = [];
    if (read.wrong.length > 0) sum.broken += 1;
    if (read.workflow !== null) memory.watch([read.workflow]);
    for (const subject of subjects) {
      if (io.signal.aborted) return 1;
      memory.watch(filesOf(found.path, subject));
      const known = memory.recall(found.path, subject);
      if (known !== undefined) {
        sum.known += 1;
        if (!known.passed) sum.knownFailed += 1;
        continue;
      }
      const { verdict } = await runTest(subject, ports);
      memory.keep(found.path, subject, verdict);
      tests.push(verdict);
    }
    const round = await playDatasets(io, { found, datasets, memory });
    if (round === null) return 1;
    sum.played += tests.length + round.played.length;
    sum.failed += tests.filter(({ passed }) => !passed).length + countFailed(round.played);
    sum.known += round.known.length;
    sum.knownFailed += countFailed(round.known);
    const { path: name, workflow, wrong: findings } = read;
    const file = { path: name, workflow, wrong: findings, tests, grids: round.played };
    printTests(io, file);
    printGrids(io, file);
  }
  if (choice.problem !== null) io.printError(`${choice.problem}\n`);
  io.printError(formatSum(sum));
  if (sum.broken > 0) return 2;
  return sum.failed + sum.knownFailed > 0 ? 1 : 0;
}

interface WatchedFile {
  readonly found: FoundFile;
  readonly datasets: readonly DatasetSubject[];
  readonly memory: TestMemory;
}

/** The grids of a file that were played in this round, and those that are as before; null where the command was stopped. */
async function playDatasets(
  io: CommandIo,
  { found, datasets, memory }: WatchedFile,
): Promise<{ readonly played: readonly Grid[]; readonly known: readonly Grid[] } | null> {
  const played: Grid[] = [];
  const known: Grid[] = [];
  const [first] = datasets;
  if (first === undefined) return { played, known };
  const file = answersFileOf(found.path);
  memory.watch([file, first.analysis.path, ...datasets.flatMap(({ dataset }) => rowsOf(found.path, dataset.each))]);
  const kept = await readSource(io, file, found.within);
  const live = await LiveSession.ofKept(io).open(found.path, first.analysis);
  for (const subject of datasets) {
    const watched = { subject, answers: kept.ok ? kept.value.text : '' };
    const before = memory.recallGrid(found.path, watched);
    if (before !== undefined) {
      known.push(before);
      continue;
    }
    const ports = scriptPort(io);
    const grid = await runLiveDataset(subject, live, { ...ports, goesOn: () => !io.signal.aborted });
    if (io.signal.aborted) return null;
    memory.keepGrid(found.path, watched, grid);
    played.push(grid);
  }
  return { played, known };
}

function rowsOf(file: string, each: DatasetSubject['dataset']['each']): readonly string[] {
  return typeof each === 'string' ? [path.join(path.dirname(file), each)] : [];
}

function countFailed(grids: readonly Grid[]): number {
  return grids.filter((grid) => !isPassing(grid)).length;
}

/** What a test depends on, besides its own file. */
function filesOf(file: string, { analysis, test }: Parameters<TestMemory['recall']>[1]): readonly string[] {
  const imports = [...(analysis.imports?.texts.keys() ?? [])];
  const cassette = test.cassette === null ? [] : [path.join(path.dirname(file), test.cassette.file)];
  return [analysis.path, ...imports, ...cassette];
}

function formatSum(sum: Readonly<Record<'played' | 'failed' | 'known' | 'knownFailed' | 'broken', number>>): string {
  const { played, failed, known, knownFailed, broken } = sum;
  const rest = known === 0 ? '' : `; ${known} as before, ${knownFailed} of them failed`;
  const unread = broken === 0 ? '' : `; ${count(broken, 'file')} with errors`;
  return `${count(played, 'test')}, ${failed} failed${rest}${unread}\n`;
}
