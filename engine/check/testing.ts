import { analyze } from '../graph/index.ts';
import { applyEdits, type Diagnostic } from '../text/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';

/** Everything to say about a text. */
export function diagnose(text: string): readonly Diagnostic[] {
  return checkAnalysis(analyze('w.yaml', text));
}

/** Codes with the text they underline. */
export function findingsIn(text: string): readonly string[] {
  return diagnose(text).map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** The text after the first fix of the first diagnostic with a code. */
export function mend(text: string, code: string): string {
  const fix = diagnose(text).find((diagnostic) => diagnostic.code === code)?.fixes?.[0];
  if (fix === undefined) throw new Error(`no fix for ${code}`);
  return applyEdits(text, fix.edits);
}
