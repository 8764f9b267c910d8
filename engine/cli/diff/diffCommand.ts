import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../../base/index.ts';
import { type Change, diffWorkflows, drawMermaid, drawSvg, toDiffGraph } from '../../change/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { loadPlacing } from '../../layout/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { escapeControls } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { decodeUtf8, describeProblem, readSource, type SourceFile, type UnreadableFile } from '../readFiles.ts';
import { toCommand } from '../toCommand.ts';
import { type DiffFormat, diffLayoutFiles, isLayout } from './diffLayoutFiles.ts';
import { diffToJson, printChanges } from './printDiff.ts';
import { writeMarkdown } from './writeMarkdown.ts';

/**
 * `signalbox diff`: what differs between two texts of a workflow. Exit 0 where they are equal byte for byte, 1 where they differ, 2 where one
 * of them cannot be read.
 */
export const diffCommand = toCommand(parseDiff, runDiffCommand);

const FORMATS = ['json', 'markdown', 'svg'] as const;

/** `signalbox diff`. */
interface DiffCommand {
  /** Each a file, `-`, or `REV:path`. */
  readonly before: string;
  readonly after: string;
  readonly format: DiffFormat;
}

/** Reads the arguments of `signalbox diff`. Throws what {@link readArguments} throws. */
function parseDiff(args: readonly string[]): Result<DiffCommand, string> {
  const { values, positionals } = readArguments(args, {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    svg: { type: 'boolean' },
  });
  if (positionals.includes('')) return err('The name of a file is empty. Is a variable of your shell unset?');
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    return err('Two texts are needed, the older one first. Use signalbox diff A B');
  if (before === '-' && after === '-') return err('Only one of the two can be standard input.');
  const given = FORMATS.filter((format) => values[format] === true);
  const [format = 'text'] = given;
  return given.length > 1 ? err(`--${given.join(' and --')} cannot be given together.`) : ok({ before, after, format });
}

async function runDiffCommand(io: CommandIo, { before: old, after: own, format }: DiffCommand): Promise<ExitCode> {
  if (isLayout(own) || isLayout(old)) {
    const files = [await readFile(io, old), await readFile(io, own)];
    const [was, is] = files;
    return was && is ? diffLayoutFiles(io, { before: was, after: is }, format) : 2;
  }
  const [before, after] = [await readOne(io, old), await readOne(io, own)];
  if (before === null || after === null) return 2;
  const changes = diffWorkflows(before, after);
  await print(io, { before, after, changes, format });
  return changes.length === 0 ? 0 : 1;
}

interface Compared {
  readonly before: Analysis;
  readonly after: Analysis;
  readonly changes: readonly Change[];
  readonly format: DiffCommand['format'];
}

async function print(io: CommandIo, { before, after, changes, format }: Compared): Promise<void> {
  switch (format) {
    case 'text':
      printChanges(io, changes);
      return;
    case 'json':
      io.printOut(escapeControls(JSON.stringify(diffToJson(before, after, changes), null, 2)), '\n');
      return;
    case 'markdown':
      io.printOut(writeMarkdown(after.path, changes, drawMermaid(toDiffGraph(before, after, changes))));
      return;
    case 'svg':
      await loadPlacing();
      io.printOut(drawSvg(toDiffGraph(before, after, changes)));
  }
}

/** One of the two texts; null where there is none, which is then said. */
async function readFile(io: CommandIo, name: string): Promise<SourceFile | null> {
  const read = await readVersion(io, name);
  if (read.ok) return read.value;
  io.printError(`${name}: ${read.error.message}\n`);
  return null;
}

/** A text that can be read as a workflow; null where there is none, which is then said. */
async function readOne(io: CommandIo, name: string): Promise<Analysis | null> {
  const file = await readFile(io, name);
  if (file === null) return null;
  const analysis = analyze(name, file.text);
  if (!analysis.isBroken) return analysis;
  const error = analysis.syntax.errors.find(({ severity }) => severity === 'error');
  io.printError(`${name}: This cannot be read as a workflow. ${error?.message ?? 'It is not a map.'}\n`);
  return null;
}

/** What git gives for a file that one side does not have. */
const NOTHING: ReadonlySet<string> = new Set(['/dev/null', 'NUL']);

/**
 * One of two texts that are compared: a file, `-` for standard input, or `REV:path` for a file in a commit, as git names it: from the root of the
 * repository, or from the current folder with `REV:./path`. `/dev/null` is an empty text.
 */
async function readVersion(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  if (NOTHING.has(name)) return ok({ path: name, text: '' });
  const colon = name.indexOf(':');
  if (name === '-' || colon < 1 || existsSync(path.resolve(io.folder, name)) || /^[A-Za-z]:[\\/]/.test(name))
    return readSource(io, name);
  return readCommitted(io, name);
}

const MOST_BYTES = 64 * 2 ** 20;

function readCommitted(io: CommandIo, name: string): Promise<Result<SourceFile, UnreadableFile>> {
  // What begins with a dash is an option to git.
  if (name.startsWith('-')) return Promise.resolve(err({ path: name, message: 'A commit cannot begin with a dash.' }));
  return new Promise((resolve) => {
    execFile(
      'git',
      ['cat-file', 'blob', name],
      { cwd: io.folder, encoding: 'buffer', maxBuffer: MOST_BYTES, signal: io.signal },
      (error, out, told) => {
        resolve(
          error === null ? readBytes(name, out) : err({ path: name, message: tellProblem(error, told.toString()) }),
        );
      },
    );
  });
}

function readBytes(name: string, bytes: Uint8Array): Result<SourceFile, UnreadableFile> {
  try {
    return ok({ path: name, text: decodeUtf8(bytes) });
  } catch (error) {
    return err({ path: name, message: describeProblem(error) });
  }
}

function tellProblem(error: Error, told: string): string {
  if ('code' in error && error.code === 'ENOENT') return 'This names a file in a commit, but git is not installed.';
  const [line = ''] = told.replace(/^fatal: /, '').split('\n');
  return line === '' ? error.message : `Git says: ${line}.`.replace('..', '.');
}
