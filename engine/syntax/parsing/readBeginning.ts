import { hasContent, splitText } from '../lines/splitText.ts';
import type { Syntax } from '../tree/Syntax.ts';
import { finishReading, joinChunks, type ReadRequest, readChunks, requestedText } from './chunks.ts';
import { parseFragment } from './parseFragment.ts';
import { buildSyntax } from './parseSyntax.ts';

/** The first parts of a text. */
interface Beginning {
  /** The tree of what was read, to be looked at: an edit of it would lose the rest. */
  readonly syntax: Syntax;
  /** Items of lists at the top that were read, and all there are. */
  readonly read: number;
  readonly total: number;
}

/** How much is read of a beginning: as many UTF-16 units, and as many lists, maps and values. */
export interface BeginningSize {
  readonly length: number;
  readonly nodes: number;
}

/**
 * Reads a text from its first line on, part by part, as far as that takes no more than `most`. Null where it has no parts
 * that can be read one by one, or the first one is too large. Cuts all of the text into parts: takes time linear in its length.
 */
export function readBeginning(text: string, most: BeginningSize): Beginning | null {
  const stretches = hasContent(text) ? splitText(text) : null;
  if (stretches === null) return null;
  let { length, nodes } = most;
  const read = (request: ReadRequest) => {
    length -= request.end - request.start;
    if (length < 0 || nodes < 0) return null;
    const fragment = parseFragment(requestedText(text, request), request.depth);
    nodes -= fragment.nodeCount;
    return fragment;
  };
  const chunks = finishReading(readChunks(text, undefined, stretches), read);
  const tree = chunks && joinChunks(chunks);
  if (chunks === null || tree === null) return null;
  const items = chunks.entries.map((entry) => entry.items?.fragments.length ?? 0);
  return {
    syntax: buildSyntax(text, null, tree),
    read: items.reduce((sum, count) => sum + count, 0),
    total: stretches.reduce((sum, entry) => sum + (entry.items?.length ?? 0), 0),
  };
}
