import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { type MergedFile, mergeFile, mergeMarked, type WorkflowMerge, writeMarked } from '../../change/index.ts';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { isTestFile } from '../../model/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';
import { toPatternCommand } from '../toCommand.ts';
import { askGit, installDriver, textIn } from './installDriver.ts';
import { CANNOT_MERGE, type MergeCommand, parseMerge } from './parseMerge.ts';
import { proveMerge, type SideTexts } from './proveMerge.ts';

/** More conflicts than this are told by the same exit code. */
const MOST = 127;

/** `signalbox merge`: exit 0 where nothing is in conflict, 1 to 127 for so many conflicts, 129 where a file cannot be read or written. */
export const mergeCommand = toPatternCommand(parseMerge, runMergeCommand);

async function runMergeCommand(io: CommandIo, command: MergeCommand): Promise<number> {
  switch (command.mode) {
    case 'install':
      return installDriver(io);
    case 'marked': {
      const text = await read(io, command.file);
      const merge = text.ok ? mergeMarked(text.value, { path: command.file }) : null;
      if (!text.ok) return fail(io, text.error);
      if (merge === null) return fail(io, `${command.file}: there are no conflict markers in this file.`);
      return finish(io, merge, { ...command, path: command.file });
    }
    case 'files': {
      const texts = await readThree(io, command);
      if (!texts.ok) return fail(io, texts.error);
      const merge = await mergeFiles(io, command, texts.value);
      const problems = await finish(io, merge, { ...command, out: command.isDriver ? command.ours : command.out });
      if (command.prove.length === 0 || problems > 0) return problems;
      return Math.min(MOST, await proveMerge(io, command, { ...texts.value, merged: merge.text }));
    }
  }
}

type FilesCommand = Extract<MergeCommand, { readonly mode: 'files' }>;

async function readThree(io: CommandIo, command: FilesCommand): Promise<Result<SideTexts, string>> {
  const [base, ours, theirs] = [
    await read(io, command.base),
    await read(io, command.ours),
    await read(io, command.theirs),
  ];
  if (!base.ok) return base;
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  return ok({ base: base.value, ours: ours.value, theirs: theirs.value });
}

async function mergeFiles(io: CommandIo, command: FilesCommand, texts: SideTexts): Promise<WorkflowMerge> {
  const file: MergedFile = { path: command.path };
  const isBeside = isTestFile(command.path) || command.path.endsWith(LAYOUT);
  if (!command.isDriver || !isBeside) return mergeFile(texts, file);
  const asked = { folder: io.folder, path: command.path, base: command.base, theirs: command.theirs };
  const workflow = await findWorkflow({ ...asked, text: texts.ours, env: io.env });
  return mergeFile(texts, workflow ? { ...file, workflow } : file);
}

async function read(io: CommandIo, file: string): Promise<Result<string, string>> {
  const source = await readSource(io, file);
  return source.ok ? ok(source.value.text) : err(`${file}: ${source.error.message}`);
}

interface Target {
  readonly path: string;
  readonly out: string | null;
  readonly markerSize: number;
}

async function finish(io: CommandIo, merge: WorkflowMerge, { path: file, out, markerSize }: Target): Promise<number> {
  const text = writeMarked(merge.segments, { size: markerSize });
  if (out === null) io.printOut(text);
  else {
    try {
      await writeFile(path.resolve(io.folder, out), text);
    } catch (error) {
      return fail(io, `${out}: ${describeWriteProblem(error)}`);
    }
  }
  const problems = [
    ...merge.conflicts.map(({ message }) => message),
    ...merge.findings.map(({ message }) => `Each side is right by itself, and both together are not: ${message}`),
  ];
  if (problems.length === 0) return 0;
  const count = problems.length === 1 ? 'one conflict' : `${problems.length} conflicts`;
  io.printError(`${onOneLine(file)}: ${count}\n`, ...problems.map((problem) => `  ${onOneLine(problem)}\n`));
  return Math.min(MOST, problems.length);
}

function fail(io: CommandIo, message: string): number {
  io.printError(`${onOneLine(message)}\n`);
  return CANNOT_MERGE;
}

/** How layouts end. */
const LAYOUT = '.layout.json';

/** The workflow of a test file or a layout as the three sides of a merge have it. */
interface WorkflowTexts {
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface MergeOptions {
  readonly folder: string;
  /** Of the test file or the layout, in the repository. */
  readonly path: string;
  /** The files that git gave to the driver. */
  readonly base: string;
  readonly theirs: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the workflow of a test file or a layout that git merges, in the commits that have the versions of the file which are merged. Null
 * where they cannot be told, such as where the base is itself a merge of two.
 */
async function findWorkflow({ folder, path, base, theirs, text, env }: MergeOptions): Promise<WorkflowTexts | null> {
  const workflow = await nameWorkflow(folder, path, text);
  if (workflow === null) return null;
  const find = async (file: string, first: readonly string[]): Promise<string | null> => {
    const blob = await askGit(folder, ['hash-object', '--no-filters', '--', file]);
    if (blob === null) return null;
    const found = await askGit(folder, ['log', '--all', '--format=%H', `--find-object=${blob}`, '--', path]);
    for (const commit of [...first, ...(found ?? '').split('\n').filter((line) => line !== '')]) {
      if ((await askGit(folder, ['rev-parse', '--verify', '--quiet', `${commit}:${path}`])) === blob) return commit;
    }
    return null;
  };
  const heads = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? []);
  const other = await find(theirs, heads);
  if (other === null) return null;
  const shared = await askGit(folder, ['merge-base', 'HEAD', other]);
  const before = await find(base, [...(shared === null ? [] : [shared]), `${other}^`]);
  if (before === null) return null;
  const [was, our, their] = [
    await textIn(folder, before, workflow),
    await textIn(folder, 'HEAD', workflow),
    await textIn(folder, other, workflow),
  ];
  return was === null || our === null || their === null
    ? null
    : { path: workflow, base: was, ours: our, theirs: their };
}

/** The path of the workflow that a test file, by its text, or a layout is of; null where it leads out of the repository. */
async function nameWorkflow(folder: string, path: string, text: string): Promise<string | null> {
  if (!path.endsWith(LAYOUT)) return workflowOf(path, namedWorkflow(parseSyntax(text)));
  const stem = path.slice(0, -LAYOUT.length);
  return (await textIn(folder, 'HEAD', `${stem}.yaml`)) === null ? `${stem}.yml` : `${stem}.yaml`;
}
