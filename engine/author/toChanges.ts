import { lineEdits } from './lineEdits.ts';
import type { Change, Files, Proposal } from './Proposal.ts';
import { planProposal } from './planProposal.ts';
import { MOST_CHANGES } from './readChanges.ts';

/**
 * Writes what differs between two states of a workspace as changes of a proposal on the one before: each stretch of lines that differs is one, and each new
 * file. Where that is not what comes of them, or are too many, a file is one change. Files that are gone are no change: nothing proposes that.
 */
export function toChanges(before: Files, after: Files): readonly Change[] {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  const byFile = changed.map(([path, text]) => ({
    path,
    whole: toWhole(path, before.get(path), text),
    parts: toParts(path, before.get(path), text),
  }));
  const count = byFile.reduce((sum, { parts }) => sum + parts.length, 0);
  return byFile.flatMap(({ path, whole, parts }) => {
    const isExact = count <= MOST_CHANGES && leadsTo(before, { path, changes: parts }, after.get(path) ?? '');
    return isExact ? parts : [whole];
  });
}

function toWhole(path: string, before: string | undefined, after: string): Change {
  // No text is in an empty one exactly once.
  return before === undefined || before === '' ? { create: after, path } : { edit: { old: before, new: after }, path };
}

function toParts(path: string, before: string | undefined, after: string): readonly Change[] {
  if (before === undefined || before === '') return [toWhole(path, before, after)];
  const stretches: { start: number; end: number; text: string }[] = [];
  for (const edit of lineEdits(before, after)) {
    const { start, end } = widen(before, edit.start, edit.end);
    const text = before.slice(start, edit.start) + edit.text + before.slice(edit.end, end);
    const last = stretches.at(-1);
    if (last === undefined || last.end < start) {
      stretches.push({ start, end, text });
      continue;
    }
    // Two that need the same lines around them are one: the new text of the first ends with what both share.
    const shared = last.end - start;
    const from = edit.start - start;
    if (from < shared) return [toWhole(path, before, after)];
    last.text += text.slice(shared);
    last.end = end;
  }
  return stretches.map(({ start, end, text }) => ({ edit: { old: before.slice(start, end), new: text }, path }));
}

/** The smallest stretch of whole lines around one that is in the text once. */
function widen(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  let start = lineStart(text, from);
  let end = lineEnd(text, Math.max(from, to - 1));
  while (!isOnce(text, text.slice(start, end)) && (start > 0 || end < text.length)) {
    end = lineEnd(text, end);
    start = lineStart(text, start - 1);
  }
  return { start, end };
}

/** Of the line in which an offset is. */
function lineStart(text: string, from: number): number {
  return from <= 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at + 1;
}

function isOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return part !== '' && at >= 0 && text.indexOf(part, at + 1) < 0;
}

function leadsTo(before: Files, { path, changes }: Pick<Proposal, 'path' | 'changes'>, text: string): boolean {
  const plan = planProposal(before, { who: '', why: '', path, changes });
  return plan.ok && plan.value.files.get(path) === text;
}
