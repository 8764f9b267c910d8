import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, isJsonObject, type Json, messageOf, ok, ownValue, type Result } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readBeginning, readJournalFile } from '../journalFiles.ts';
import { describeProblem, parseJson, readSource } from '../readFiles.ts';

/** A run that was recorded, with the texts that it ran. */
export interface RunFile {
  /** The file it is in, as it was named. */
  readonly name: string;
  /** The path of its workflow, as it was recorded. */
  readonly path: string;
  readonly source: string;
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly inputs: readonly RunInput[];
}

/** A file that holds no run that can be read. */
export interface UnreadRecord {
  readonly name: string;
  readonly message: string;
}

/** The analysis of the text that a run ran. `known`: those of earlier runs, most of which ran the same text; this one is added. */
export function analyzeRun({ path: file, source, files }: RunFile, known = new Map<string, Analysis>()): Analysis {
  const key = JSON.stringify([file, source, files]);
  const analysis = known.get(key) ?? analyze(file, source, undefined, new Map(files));
  known.set(key, analysis);
  return analysis;
}

/** What playing a run comes to, or why it cannot be played. */
export async function playRecord<T>(
  run: RunFile,
  play: (run: RunFile) => T | Promise<T>,
): Promise<Result<T, UnreadRecord>> {
  try {
    return ok(await play(run));
  } catch (error) {
    const reason = messageOf(error).replace(/\.$/, '');
    return err({ name: run.name, message: `This run cannot be played: ${reason}.` });
  }
}

/** Folders that hold no runs of their own: of tools, and of the runs that a run has started. */
const SKIPPED = /^(node_modules|\..+)$|\.children$/;

/**
 * Reads recorded runs, in the order of their names: journals of `signalbox run --journal`, and runs that the app has exported. In a folder
 * files of other kinds, and runs of other workflows, are omitted.
 */
export async function* readRuns(
  io: CommandIo,
  names: readonly string[],
  workflow: string,
): AsyncGenerator<Result<RunFile, UnreadRecord>> {
  for (const name of names) {
    const found = await findFiles(io, name);
    if (!found.ok) yield found;
    else {
      for (const file of found.value) {
        const isNamed = file === name;
        if (!isNamed && !holdsRun(io, file)) continue;
        const run = await readRun(io, file);
        if (isNamed || !run.ok || path.basename(run.value.path) === path.basename(workflow)) yield run;
      }
    }
  }
}

async function findFiles(io: CommandIo, name: string): Promise<Result<readonly string[], UnreadRecord>> {
  try {
    const full = path.resolve(io.folder, name);
    if (!(await stat(full)).isDirectory()) return ok([name]);
    const found: string[] = [];
    for (const entry of (await readdir(full, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inner = path.join(name, entry.name);
      if (entry.isFile()) found.push(inner);
      else if (entry.isDirectory() && !SKIPPED.test(entry.name)) {
        const files = await findFiles(io, inner);
        if (!files.ok) return files;
        found.push(...files.value);
      }
    }
    return ok(found);
  } catch (error) {
    return err({ name, message: describeProblem(error) });
  }
}

function holdsRun(io: CommandIo, name: string): boolean {
  try {
    return /"signalbox-(?:journal|run)\//.test(readBeginning(path.resolve(io.folder, name)));
  } catch {
    return false;
  }
}

/** Reads one recorded run; nothing is said of where it may be. */
export async function readRun(io: CommandIo, name: string): Promise<Result<RunFile, UnreadRecord>> {
  let beginning: string;
  try {
    beginning = readBeginning(path.resolve(io.folder, name));
  } catch (error) {
    return err({ name, message: describeProblem(error) });
  }
  if (!beginning.includes('"signalbox-run/')) {
    const journal = await readJournalFile(io, name);
    // Its message begins with the name of the file.
    if (!journal.ok) return err({ name, message: journal.error.message.replace(`${name}: `, '') });
    return ok({ ...journal.value, name });
  }
  const source = await readSource(io, name);
  if (!source.ok) return err({ name, message: source.error.message });
  const run = readExported(source.value.text);
  return run === null
    ? err({ name, message: 'This exported run is incomplete or was changed. Export it again.' })
    : ok({ ...run, name });
}

/** The run of a file that the app has exported; null where its parts are not there. */
function readExported(text: string): Omit<RunFile, 'name'> | null {
  const document = parseJson(text);
  if (!isJsonObject(document) || document['format'] !== 'signalbox-run/1') return null;
  const { summary = null, details = null, inputs } = document;
  const file = isJsonObject(summary) ? ownValue(summary, 'path') : null;
  const source = isJsonObject(details) ? ownValue(details, 'source') : null;
  const files = isJsonObject(details) ? (ownValue(details, 'files') ?? []) : [];
  if (typeof file !== 'string' || typeof source !== 'string' || !Array.isArray(files) || !Array.isArray(inputs))
    return null;
  if (!files.every(isPair) || !inputs.every(isInput)) return null;
  // Of this shape, as far as was looked at: what else is wrong, the machine refuses.
  return { path: file, source, files, inputs };
}

function isPair(pair: Json): boolean {
  return Array.isArray(pair) && pair.every((each) => typeof each === 'string');
}

function isInput(input: Json): boolean {
  return isJsonObject(input) && typeof input['type'] === 'string' && typeof input['at'] === 'number';
}
