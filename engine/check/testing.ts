import { analyze } from '../graph/index.ts';
import { applyEdits, type Diagnostic } from '../text/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';

/** Texts of a workspace by path. */
type Files = Readonly<Record<string, string>>;

/** All diagnostics of a text, with the other files of its workspace where they are given. */
export function diagnose(text: string, files?: Files): readonly Diagnostic[] {
  const known = files === undefined ? undefined : new Map(Object.entries(files));
  return checkAnalysis(analyze('w.yaml', text, undefined, known));
}

/** Codes with the text they underline. */
export function findingsIn(text: string, files?: Files): readonly string[] {
  return diagnose(text, files).map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** The text after the first fix of the first diagnostic with a code. */
export function applyFix(text: string, code: string): string {
  const fix = diagnose(text).find((diagnostic) => diagnostic.code === code)?.fixes?.[0];
  if (fix === undefined) throw new Error(`no fix for ${code}`);
  return applyEdits(text, fix.edits);
}
