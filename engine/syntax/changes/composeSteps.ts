import { ok, type Result } from '../../base/index.ts';
import { applyEdits, composeEdits, minimalEdits, type Refusal, type TextEdit } from '../../text/index.ts';
import { parseSyntax } from '../parsing/parseSyntax.ts';
import type { Syntax } from '../tree/Syntax.ts';

/** What a change of a document answers: its edits, or why it is refused. Offsets refer to the text before the change. */
export type Edits = Result<readonly TextEdit[], Refusal>;

/** One change of a text. Its edits refer to the text of the syntax it is given. */
export type EditStep = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

/**
 * Runs steps one after the other, each on the text the ones before it left, and answers one list of edits against the
 * first text. The first refusal is the answer to the whole.
 */
export function composeSteps(syntax: Syntax, steps: readonly EditStep[]): Result<readonly TextEdit[], Refusal> {
  let current = syntax;
  let edits: readonly TextEdit[] = [];
  for (const [index, step] of steps.entries()) {
    const result = step(current);
    if (!result.ok) return result;
    if (result.value.length === 0) continue;
    edits = composeEdits(edits, result.value);
    // The text after the last step is not needed.
    if (index === steps.length - 1) break;
    current = parseSyntax(applyEdits(current.text, result.value), { syntax: current, edits: result.value });
  }
  return ok(trimEdits(syntax.text, edits));
}

/** The same change without what it writes back unaltered. */
export function trimEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  return edits.flatMap((edit) =>
    minimalEdits(text.slice(edit.start, edit.end), edit.text).map((part) => ({
      start: edit.start + part.start,
      end: edit.start + part.end,
      text: part.text,
    })),
  );
}
