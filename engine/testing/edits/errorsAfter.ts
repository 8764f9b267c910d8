import { checkAnalysis } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { applyTransaction } from '../../text/index.ts';
import type { CommandCall } from './everyCommand.ts';

type Files = ReadonlyMap<string, string>;

/** The errors of a file, each with its place, as one line of text. */
export function errorsIn(files: Files, path: string): readonly string[] {
  const text = files.get(path);
  if (text === undefined) return [];
  const found = checkAnalysis(analyze(path, text, undefined, files));
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path: at, message }) => `${code} ${at.join('.')} ${message}`);
}

/** The files after a command; null where it refuses. A transaction that cannot be applied throws. */
export function filesAfter(files: Files, call: CommandCall): Files | null {
  const result = call.run();
  if (!result.ok) return null;
  const applied = applyTransaction({ files, layouts: new Map() }, result.value);
  if (!applied.ok) throw new Error(`${call.command} gives a transaction that does not apply: ${applied.error.message}`);
  return applied.value.files;
}

/**
 * What a command that was performed makes wrong in the files that were there, which had no errors; of one that takes something
 * away, all but that something still reads it. A new file is a part for others to import: what it reads is theirs.
 */
export function errorsAfter(files: Files, call: CommandCall, after: Files): readonly string[] {
  const found = [...files.keys()].flatMap((path) => errorsIn(after, path));
  return found.filter(
    (error) => !(/^UNKNOWN_|^ACTION/.test(error) && call.removes.some((id) => error.includes(`"${id}"`))),
  );
}
