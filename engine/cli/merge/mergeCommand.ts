import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDataMap } from '../../base/index.ts';
import {
  type MergedFile,
  mergeFile,
  mergeMarked,
  type WorkflowMerge,
  type WorkflowTexts,
  writeMarked,
} from '../../change/index.ts';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { isServeConfig, isTestFile } from '../../model/index.ts';
import { findNode, parseSyntax, toNodeData } from '../../syntax/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import { allBut, defineArguments } from '../arguments/Arguments.ts';
import { CommandError, unreadable } from '../arguments/CommandError.ts';
import { file, flag, misuse, text, texts, usual, whole } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import type { CommandIo } from '../CommandIo.ts';
import { printJson } from '../print/printResult.ts';
import { count, onOneLine } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';
import { askGit, installDriver, textIn } from './installDriver.ts';
import { formatProof, type MergeProofResult, proofToJson, proveMerge, type SideTexts } from './proveMerge.ts';

/** More conflicts than this are told by the same exit code. */
const MOST = 127;

const OPTIONS = {
  out: { ...file, short: 'o' },
  /** Git asks: the result goes where ours was. */
  driver: flag,
  install: flag,
  markerSize: usual(whole(1, 999), 7),
  /** What the file is called where it is kept, by which it is known what is in it. */
  path: text,
  /** Recorded runs, test files, and folders that hold some: the result is proved by them. */
  prove: texts,
} as const;

const MERGE = defineArguments(
  'merge',
  OPTIONS,
  (values, names) => {
    const [first, ours, theirs, ...more] = names;
    const { install, driver, prove } = values;
    if (install && names.length > 0) throw misuse('--install takes no file.', '--install');
    if (install) return { mode: 'install' } as const;
    if (prove.includes('')) throw misuse('The name of a file is empty. Is a variable of your shell unset?', '--prove');
    if (prove.length > 0 && (names.length !== 3 || driver))
      throw misuse('--prove needs the three files: signalbox merge BASE OURS THEIRS --prove RUN|TEST|FOLDER.');
    if (first !== undefined && names.length === 1 && !driver)
      return { ...values, mode: 'marked', path: first } as const;
    if (first === undefined || ours === undefined || theirs === undefined || more.length > 0)
      throw misuse(
        `Three files are needed: that before the changes, and those with the changes of each side. ${USAGE}`,
      );
    return { ...values, mode: 'files', base: first, ours, theirs, path: values.path ?? ours } as const;
  },
  [
    { where: ['driver'], not: ['out'], why: '--driver writes to OURS.' },
    { where: ['install'], not: allBut(OPTIONS, 'install') },
  ],
);

const USAGE = 'Use signalbox merge BASE OURS THEIRS, or signalbox merge FILE for a file with conflict markers.';

type MergeCommand = ReturnType<typeof MERGE.parse>;

/** `signalbox merge`: exit 0 where nothing is in conflict, 1 to 127 for so many conflicts, 129 where a file cannot be read or written. */
export const mergeCommand = toPatternCommand(MERGE, runMergeCommand);

async function runMergeCommand(io: CommandIo, command: MergeCommand): Promise<number> {
  switch (command.mode) {
    case 'install':
      await installDriver(io);
      return 0;
    case 'marked': {
      const { path: name } = command;
      const merge = mergeMarked(await read(io, name), { path: name });
      if (merge === null)
        throw new CommandError('INVALID_FILE', `${name}: there are no conflict markers in this file.`, { place: name });
      return finish(io, merge, command);
    }
    case 'files': {
      const { base, ours, theirs, driver, out, prove } = command;
      const texts = { base: await read(io, base), ours: await read(io, ours), theirs: await read(io, theirs) };
      const merge = await mergeFiles(io, command, texts);
      const proof = () => proveMerge(io, command, { ...texts, merged: merge.text });
      return finish(io, merge, { ...command, out: driver ? ours : out, ...(prove.length > 0 ? { proof } : {}) });
    }
  }
}

type FilesCommand = Extract<MergeCommand, { readonly mode: 'files' }>;

async function mergeFiles(io: CommandIo, command: FilesCommand, texts: SideTexts): Promise<WorkflowMerge> {
  const file: MergedFile = { path: command.path };
  const isBeside = isTestFile(command.path) || isServeConfig(command.path) || command.path.endsWith(LAYOUT);
  if (!command.driver || !isBeside) return mergeFile(texts, file);
  const asked = { folder: io.folder, path: command.path, base: command.base, theirs: command.theirs };
  const workflows = await findWorkflows({ ...asked, texts, env: io.env });
  const merge = mergeFile(texts, { ...file, workflows });
  if (workflows.length > 0 && merge.text !== mergeFile(texts, file).text) {
    const names = workflows.map(({ path: workflow }) => workflow).join(', ');
    io.printError(`${onOneLine(command.path)}: updated to the names that were changed in ${onOneLine(names)}.\n`);
  }
  return merge;
}

async function read(io: CommandIo, name: string): Promise<string> {
  const source = await readSource(io, name);
  if (!source.ok) throw unreadable(source.error);
  return source.value.text;
}

interface Target {
  readonly path: string;
  /** Null: standard output. */
  readonly out: string | null;
  readonly markerSize: number;
  /** Proves it; absent: it is not to be proved. */
  readonly proof?: () => Promise<MergeProofResult>;
}

/** Writes the result, says what is in conflict, or else what the proof finds wrong, and answers with how much that is. */
async function finish(io: CommandIo, merge: WorkflowMerge, target: Target): Promise<number> {
  const { path: name, out, markerSize } = target;
  const merged = writeMarked(merge.segments, { size: markerSize });
  if (out !== null)
    await writeFile(path.resolve(io.folder, out), merged).catch((error: unknown) => {
      throw new CommandError('UNWRITABLE_FILE', `${out}: ${describeWriteProblem(error)}`, { place: out });
    });
  else if (!io.isJson) io.printOut(merged);
  const problems = [
    ...merge.conflicts.map(({ message }) => message),
    ...merge.findings.map(({ message }) => `Each side is right by itself, and both together are not: ${message}`),
  ];
  if (problems.length > 0) {
    const number = problems.length === 1 ? 'one conflict' : count(problems.length, 'conflict');
    io.printError(`${onOneLine(name)}: ${number}\n`, ...problems.map((problem) => `  ${onOneLine(problem)}\n`));
  }
  const proof = problems.length === 0 ? await target.proof?.() : undefined;
  if (proof !== undefined) io.printError(...formatProof(name, proof));
  const proved = proof === undefined ? {} : { proof: proofToJson(proof) };
  if (io.isJson) printJson(io, { path: name, text: out === null ? merged : null, conflicts: problems, ...proved });
  return Math.min(MOST, problems.length + (proof?.wrong ?? 0));
}

/** How layouts end. */
const LAYOUT = '.layout.json';

interface MergeOptions {
  readonly folder: string;
  /** Of the file that names workflows, in the repository. */
  readonly path: string;
  /** The files that git gave to the driver. */
  readonly base: string;
  readonly theirs: string;
  readonly texts: SideTexts;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the workflows that a file names which git merges, in the commits that have the versions of the file which are merged. None
 * where these cannot be told, such as where the base is itself a merge of two.
 */
async function findWorkflows({
  folder,
  path,
  base,
  theirs,
  texts,
  env,
}: MergeOptions): Promise<readonly WorkflowTexts[]> {
  const workflows = await nameWorkflows(folder, path, texts);
  if (workflows.length === 0) return [];
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
  if (other === null) return [];
  const shared = await askGit(folder, ['merge-base', 'HEAD', other]);
  const before = await find(base, [...(shared === null ? [] : [shared]), `${other}^`]);
  if (before === null) return [];
  const found: WorkflowTexts[] = [];
  for (const workflow of workflows) {
    const [was, our, their] = [
      await textIn(folder, before, workflow),
      await textIn(folder, 'HEAD', workflow),
      await textIn(folder, other, workflow),
    ];
    if (was !== null && our !== null && their !== null && (was !== our || was !== their))
      found.push({ path: workflow, base: was, ours: our, theirs: their });
  }
  return found;
}

/** The paths of the workflows that a test file or the file of a server names in its texts, or that a layout is of; none that lead out of the repository. */
async function nameWorkflows(folder: string, path: string, { ours, theirs }: SideTexts): Promise<readonly string[]> {
  if (path.endsWith(LAYOUT)) {
    const stem = path.slice(0, -LAYOUT.length);
    return [(await textIn(folder, 'HEAD', `${stem}.yaml`)) === null ? `${stem}.yml` : `${stem}.yaml`];
  }
  if (isServeConfig(path)) return [...new Set([ours, theirs].flatMap(startedBy))].map((name) => `${name}.yaml`);
  const workflow = workflowOf(path, namedWorkflow(parseSyntax(ours)));
  return workflow === null ? [] : [workflow];
}

/** The workflows that a server's schedules and webhooks start. */
function startedBy(text: string): readonly string[] {
  const syntax = parseSyntax(text);
  return ['schedules', 'webhooks'].flatMap((kind) => {
    const triggers = toNodeData(findNode(syntax, [kind]) ?? null);
    return [...(isDataMap(triggers) ? triggers.values() : [])].flatMap((trigger) => {
      const name = isDataMap(trigger) ? trigger.get('workflow') : null;
      return typeof name === 'string' ? [name] : [];
    });
  });
}
