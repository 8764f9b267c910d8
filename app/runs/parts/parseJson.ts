import { err, ok, type Result } from '#engine';
import { readExactly, tellLost } from '#engine/numbers';
import { type Json } from '#engine/values';
import type { CodeProblem } from '../../ui/index.ts';

/** Reads JSON the user wrote; the error is a message for the user, also about an integer that no number holds. */
export function parseJson(text: string): Result<Json, string> {
  try {
    const { value, lost } = readExactly(text);
    const problem = tellLost(lost, 'This');
    return problem === null ? ok(value) : err(problem);
  } catch (error) {
    return err(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where a text is not JSON, as far as the browser says; null where it is, and for one that is empty. */
export function findJsonMistake(text: string): CodeProblem | null {
  const parsed = text.trim() === '' ? ok(null) : parseJson(text);
  if (parsed.ok) return null;
  const at = placeOf(parsed.error, text);
  return { message: parsed.error, start: at, end: at };
}

/** Chromium and WebKit name an offset, Firefox a line and a column; without either it is the end. */
function placeOf(message: string, text: string): number {
  const offset = /position (\d+)/.exec(message)?.[1];
  if (offset !== undefined) return Number(offset);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line === undefined) return text.length;
  const before = text.split('\n').slice(0, Number(line) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
}
