import { type Diagnostic, findNode, type Path, type Syntax } from '#engine';
import type { CodeProblem } from '../../ui/index.ts';

/** The diagnostics of one part of the document, with their places in the part as it is shown: at column 0, with `\n`. */
export function problemsIn(syntax: Syntax, path: Path, diagnostics: readonly Diagnostic[]): readonly CodeProblem[] {
  const node = path.length === 0 ? syntax.root : findNode(syntax, path);
  if (!node) return [];
  const margin = node.start - (syntax.text.lastIndexOf('\n', node.start - 1) + 1);
  const toPart = (offset: number): number => shownLength(syntax.text.slice(node.start, offset), margin);
  return diagnostics
    .filter(({ range, severity }) => severity !== 'info' && range.start >= node.start && range.end <= node.end)
    .map(({ message, range }) => ({ message, start: toPart(range.start), end: toPart(range.end) }));
}

/** How long a stretch is once the margin of its lines is taken off. */
function shownLength(text: string, margin: number): number {
  return text
    .split(/\r?\n/)
    .map((line, index) => (index > 0 && /^ *$/.test(line.slice(0, margin)) ? line.slice(margin) : line))
    .join('\n').length;
}
