import type { Json, JsonObject } from '../../base/index.ts';
import type { Change, ChangeSeverity } from '../../change/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { createLineIndex, type DiffPart, type TextRange } from '../../text/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type Color, onOneLine, type Printed } from '../print/terminal.ts';

/** What is told first. */
export const SEVERITIES: readonly ChangeSeverity[] = ['breaking', 'behaviour', 'cosmetic'];

const COLORS: Readonly<Record<ChangeSeverity, Color>> = { breaking: 'red', behaviour: 'yellow', cosmetic: 'dim' };

/** Changes, those that matter most first; each keeps its place among those that matter as much. */
export function bySeverity(changes: readonly Change[]): readonly Change[] {
  return SEVERITIES.flatMap((severity) => changes.filter((change) => change.severity === severity));
}

/** How many there are of each: `4 changes: 1 breaking, 3 cosmetic`. */
export function countChanges(changes: readonly Change[]): string {
  const counts = SEVERITIES.flatMap((severity) => {
    const count = changes.filter((change) => change.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  return `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}: ${counts.join(', ')}`;
}

/** A line for each change, and the words of long texts below it. */
export function printChanges(io: CommandIo, changes: readonly Change[]): void {
  if (changes.length === 0) {
    io.printOut('The two texts are equal.\n');
    return;
  }
  for (const { severity, sentence, words } of bySeverity(changes)) {
    io.printOut(
      { color: COLORS[severity], text: severity.padEnd(10) },
      ` ${onOneLine(sentence)}\n`,
      ...formatWords(words ?? []),
    );
  }
  io.printOut(`${countChanges(changes)}.\n`);
}

/** So much is shown of what is the same around words that changed. */
const AROUND = 24;

function formatWords(words: readonly DiffPart[]): readonly Printed[] {
  if (words.length === 0) return [];
  const parts = words.flatMap(({ kind, text }): Printed[] => {
    const shown = onOneLine(text);
    if (kind === 'same')
      return [
        shown.length <= 2 * AROUND
          ? shown
          : `${shown.slice(0, AROUND).trimEnd()} … ${shown.slice(-AROUND).trimStart()}`,
      ];
    return [kind === 'added' ? { color: 'green', text: `{+${shown}+}` } : { color: 'red', text: `[-${shown}-]` }];
  });
  return [' '.repeat(11), ...parts, '\n'];
}

/** The changes as JSON: lines and columns from 1, columns in UTF-16 units, `end` exclusive. */
export function diffToJson(before: Analysis, after: Analysis, changes: readonly Change[]): JsonObject {
  const [was, is] = [placesIn(before.syntax.text), placesIn(after.syntax.text)];
  return {
    equal: changes.length === 0,
    changes: changes.map(({ kind, severity, path, sentence, task, words, ...change }) => ({
      kind,
      severity,
      path: [...path],
      sentence,
      ...(task === undefined ? {} : { task: { before: task.before, after: task.after } }),
      before: was(change.before),
      after: is(change.after),
      ...(words === undefined ? {} : { words: words.map(({ kind: fate, text }) => ({ kind: fate, text })) }),
    })),
  };
}

/** Where something is in a text, and what is written there. */
function placesIn(text: string): (range: TextRange | null) => Json {
  const index = createLineIndex(text);
  const place = (offset: number): Json => {
    const { line, column } = index.positionAt(offset);
    return { line, column };
  };
  return (range) =>
    range === null
      ? null
      : { start: place(range.start), end: place(range.end), text: text.slice(range.start, range.end) };
}
