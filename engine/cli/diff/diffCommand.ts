import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { codeOf, err, type Result } from '../../base/index.ts';
import { type Change, diffWorkflows, drawMermaid, drawSvg, toDiffGraph } from '../../change/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { loadPlacing } from '../../layout/index.ts';
import { apart, defineArguments, type Parsed } from '../arguments/Arguments.ts';
import { CommandError, unreadable } from '../arguments/CommandError.ts';
import { flag, misuse } from '../arguments/options.ts';
import { toCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { printJson } from '../print/printResult.ts';
import { decodeSource, readSource, type SourceFile, type UnreadableFile } from '../readFiles.ts';
import { type DiffFormat, diffLayoutFiles, isLayout } from './diffLayoutFiles.ts';
import { diffToJson, printChanges } from './printDiff.ts';
import { writeMarkdown } from './writeMarkdown.ts';

const DIFF = defineArguments(
  'diff',
  { markdown: flag, svg: flag },
  ({ json, markdown, svg }, [before, after, ...more]) => {
    if (before === undefined || after === undefined || more.length > 0)
      throw misuse('Two texts are needed, the older one first. Use signalbox diff A B.');
    if (before === '-' && after === '-') throw misuse('Only one of the two can be standard input.');
    const format: DiffFormat = json ? 'json' : markdown ? 'markdown' : svg ? 'svg' : 'text';
    return { before, after, format };
  },
  [apart('json', 'markdown', 'svg')],
);

/**
 * `signalbox diff`: what differs between two texts of a workflow. Exit 0 where they are equal byte for byte, 1 where they differ, 2 where one
 * of them cannot be read.
 */
export const diffCommand = toCommand(DIFF, runDiffCommand);

async function runDiffCommand(io: CommandIo, command: Parsed<typeof DIFF>): Promise<ExitCode> {
  const { format } = command;
  const [old, own] = [await readVersion(io, command.before), await readVersion(io, command.after)];
  if (isLayout(own.path) || isLayout(old.path)) return diffLayoutFiles(io, { before: old, after: own }, format);
  const [before, after] = [readWorkflow(old), readWorkflow(own)];
  const changes = diffWorkflows(before, after);
  await print(io, { before, after, changes, format });
  return changes.length === 0 ? 0 : 1;
}

interface Compared {
  readonly before: Analysis;
  readonly after: Analysis;
  readonly changes: readonly Change[];
  readonly format: DiffFormat;
}

async function print(io: CommandIo, { before, after, changes, format }: Compared): Promise<void> {
  switch (format) {
    case 'text':
      printChanges(io, changes);
      return;
    case 'json':
      return printJson(io, diffToJson(before, after, changes));
    case 'markdown':
      io.printOut(writeMarkdown(after.path, changes, drawMermaid(toDiffGraph(before, after, changes))));
      return;
    case 'svg':
      await loadPlacing();
      io.printOut(drawSvg(toDiffGraph(before, after, changes)));
  }
}

/** A text as a workflow. */
function readWorkflow({ path: name, text }: SourceFile): Analysis {
  const analysis = analyze(name, text);
  if (!analysis.isBroken) return analysis;
  const error = analysis.syntax.errors.find(({ severity }) => severity === 'error');
  const message = `${name}: This cannot be read as a workflow. ${error?.message ?? 'It is not a map.'}`;
  throw new CommandError('INVALID_FILE', message, { place: name, next: `signalbox check ${name}` });
}

/** What git gives for a file that one side does not have. */
const NOTHING: ReadonlySet<string> = new Set(['/dev/null', 'NUL']);

/**
 * One of two texts that are compared: a file, `-` for standard input, or `REV:path` for a file in a commit, as git names it: from the root of the
 * repository, or from the current folder with `REV:./path`. `/dev/null` is an empty text.
 */
async function readVersion(io: CommandIo, name: string): Promise<SourceFile> {
  if (NOTHING.has(name)) return { path: name, text: '' };
  const colon = name.indexOf(':');
  const isFile = name === '-' || colon < 1 || existsSync(path.resolve(io.folder, name)) || /^[A-Za-z]:[\\/]/.test(name);
  const read = await (isFile ? readSource(io, name) : readCommitted(io, name));
  if (!read.ok) throw unreadable(read.error);
  return read.value;
}

const MOST_BYTES = 64 * 2 ** 20;

async function readCommitted(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  // What begins with a dash is an option to git.
  if (name.startsWith('-')) return err({ path: name, message: 'A commit cannot begin with a dash.' });
  const options = { cwd: io.folder, encoding: 'buffer', maxBuffer: MOST_BYTES, signal: io.signal } as const;
  return new Promise((resolve) => {
    execFile('git', ['cat-file', 'blob', name], options, (error, out, told) =>
      resolve(
        error === null ? decodeSource(name, out) : err({ path: name, message: tellProblem(error, told.toString()) }),
      ),
    );
  });
}

function tellProblem(error: Error, told: string): string {
  if (codeOf(error) === 'ENOENT') return 'This names a file in a commit, but git is not installed.';
  const [line = ''] = told.replace(/^fatal: /, '').split('\n');
  return line === '' ? error.message : `Git says: ${line}.`.replace('..', '.');
}
