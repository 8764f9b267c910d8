import type { ScalarNode } from '../../syntax/index.ts';
import type { TextRange } from '../../text/index.ts';

/** The range of the characters of a scalar in the document, without its quotes. */
export function contentRange(node: ScalarNode): TextRange {
  const start = node.end - node.source.length;
  if (node.style !== 'single' && node.style !== 'double') return { start, end: node.end };
  const isClosed = node.source.length > 1 && node.source.endsWith(node.source.charAt(0));
  return { start: start + 1, end: isClosed ? node.end - 1 : node.end };
}
