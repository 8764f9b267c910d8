import type { Analysis } from '../../graph/index.ts';
import { type DocumentLine, readLines } from '../places/readLines.ts';

/** Lines that fold into their first one, counted from 1. */
export interface FoldingRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: 'part' | 'comment';
}

/** A block that continues until a line is indented no more than it. */
interface Open {
  readonly column: number;
  readonly line: number;
  readonly isDash: boolean;
}

/**
 * What can be folded, by its first line: sections, tasks, agents and every other list item, maps and lists under a key,
 * block scalars, flow collections and quoted text over lines, and comments of several lines. Read line by line, so that
 * text which cannot be parsed folds, too.
 */
export function foldingRanges(analysis: Analysis): readonly FoldingRange[] {
  const { text } = analysis.syntax;
  const lines = readLines(text, text.length);
  const found: FoldingRange[] = [];
  const open: Open[] = [];
  let last = 0;
  const close = (column: number, stays: boolean): void => {
    for (let top = open.at(-1); top !== undefined && endsAt(top, column, stays); top = open.at(-1)) {
      open.pop();
      if (last > top.line) found.push({ startLine: top.line, endLine: last, kind: 'part' });
    }
  };
  for (const [index, line] of lines.entries()) {
    const kind = kindOf(line);
    if (kind === 'blank' || kind === 'comment') continue;
    if (!line.isScalarText) close(line.marks[0]?.column ?? line.content, staysInKey(line));
    last = index + 1;
    for (const mark of line.marks) open.push({ column: mark.column, line: index + 1, isDash: mark.kind === 'dash' });
  }
  close(-1, false);
  return [...widest(found), ...comments(lines)].toSorted((a, b) => a.startLine - b.startLine);
}

/** A list may be at the column of its key, and so may the bracket that closes it: they do not end that key. */
function staysInKey(line: DocumentLine): boolean {
  return line.marks[0]?.kind === 'dash' || /^\s*[\]}]/.test(line.text);
}

function endsAt(top: Open, column: number, stays: boolean): boolean {
  if (column < top.column) return true;
  return column === top.column && (top.isDash || !stays);
}

function kindOf(line: DocumentLine): 'blank' | 'comment' | 'marked' | 'text' {
  if (line.text.trim() === '') return 'blank';
  if (line.isScalarText) return 'text';
  if (line.text.trimStart().startsWith('#')) return 'comment';
  return line.marks.length > 0 ? 'marked' : 'text';
}

/** One range a line: the one that reaches furthest. */
function widest(ranges: readonly FoldingRange[]): readonly FoldingRange[] {
  const byLine = new Map<number, FoldingRange>();
  for (const range of ranges) {
    if ((byLine.get(range.startLine)?.endLine ?? 0) < range.endLine) byLine.set(range.startLine, range);
  }
  return [...byLine.values()];
}

function comments(lines: readonly DocumentLine[]): FoldingRange[] {
  const found: FoldingRange[] = [];
  let start = -1;
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index];
    const isComment = line !== undefined && kindOf(line) === 'comment';
    if (isComment && start === -1) start = index;
    if (isComment || start === -1) continue;
    if (index - start > 1) found.push({ startLine: start + 1, endLine: index, kind: 'comment' });
    start = -1;
  }
  return found;
}
