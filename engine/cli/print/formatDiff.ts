import type { DiffLine, ValueDiff } from '../../text/index.ts';
import { onOneLine, type Printed } from './terminal.ts';

/** What both sides of a difference are called. */
interface DiffWords {
  readonly expected: string;
  readonly received: string;
}

const WORDS: DiffWords = { expected: 'expected', received: 'received' };

/** What was expected and what was received, each line after `indent`; nothing where there is no difference to show. */
export function formatDiff(diff: ValueDiff | null, indent = '', words: DiffWords = WORDS): readonly Printed[] {
  if (diff === null) return [];
  const { path, isFirst } = diff;
  const place = `${indent}${isFirst ? 'first difference at' : 'at'} ${onOneLine(path)}\n`;
  const head: readonly Printed[] = path === '' ? [] : [{ color: 'dim', text: place }];
  if (diff.kind === 'values') {
    return [
      ...head,
      { color: 'green', text: `${indent}${words.expected} ${onOneLine(diff.expected)}\n` },
      { color: 'red', text: `${indent}${words.received} ${onOneLine(diff.received)}\n` },
    ];
  }
  return [
    ...head,
    `${indent}- ${words.expected}, + ${words.received}\n`,
    ...diff.lines.map((line) => formatDiffLine(line, indent, { removed: 'green', added: 'red' })),
  ];
}

/** A line of a difference: `removed` is of the text before, or of what was expected. */
export function formatDiffLine(
  line: DiffLine,
  indent = '',
  colors: { readonly removed: 'red' | 'green'; readonly added: 'red' | 'green' } = { removed: 'red', added: 'green' },
): Printed {
  switch (line.kind) {
    case 'skipped':
      return { color: 'dim', text: `${indent}  …\n` };
    case 'removed':
      return { color: colors.removed, text: `${indent}- ${onOneLine(line.text)}\n` };
    case 'added':
      return { color: colors.added, text: `${indent}+ ${onOneLine(line.text)}\n` };
    case 'same':
      return `${indent}  ${onOneLine(line.text)}\n`;
  }
}
