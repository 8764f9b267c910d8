import { MAX_LENGTH } from '../lines/limits.ts';
import { hasContent, splitText } from '../lines/splitText.ts';
import type { Fragment, Syntax } from '../tree/Syntax.ts';
import { type Chunks, finishReading, joinChunks, type ReadRequest, readChunks, requestedText } from './chunks.ts';
import { parseFragment } from './parseFragment.ts';
import { buildSyntax, parseSyntax } from './parseSyntax.ts';

/** What one part of a text gives when read by itself: plain data, to be handed from one thread to another. */
export interface TextPart {
  readonly fragment: Fragment;
  /** Length of its text in UTF-16 units: the least that an edit in it reads again. */
  readonly length: number;
  /** True for the text as a whole, where it has no parts that can be read one by one. */
  readonly isWhole: boolean;
}

/** Reads a text part by part, so that the caller can pause in between. {@link joinParts} makes a tree of them. */
export function* readParts(text: string): Generator<TextPart, void> {
  if (!isReadable(text)) return;
  const reading = readChunks(text);
  let step = reading.next();
  while (!step.done) {
    const part = requestedText(text, step.value);
    const fragment = parseFragment(part, step.value.depth);
    yield { fragment, length: part.length, isWhole: false };
    step = reading.next(fragment);
  }
  if (step.value === null || joinChunks(step.value) === null)
    yield { fragment: parseFragment(text, 0), length: text.length, isWhole: true };
}

/** The tree of a text that was read part by part; the same as `parseSyntax(text)`, and as good for the next edit. */
export function joinParts(text: string, parts: readonly TextPart[]): Syntax {
  if (!isReadable(text)) return parseSyntax(text);
  const read = inTurn(parts.filter(({ isWhole }) => !isWhole).map(({ fragment }) => fragment));
  const chunks: Chunks | null = finishReading(readChunks(text), read);
  const tree = (chunks && joinChunks(chunks)) ?? parts.find(({ isWhole }) => isWhole)?.fragment;
  return tree ? buildSyntax(text, chunks, tree) : parseSyntax(text);
}

function isReadable(text: string): boolean {
  return text.length <= MAX_LENGTH && !text.includes('\0') && hasContent(text);
}

/** Hands out what was read before, in its order; null behind the last. */
function inTurn(fragments: readonly Fragment[]): (request: ReadRequest) => Fragment | null {
  let next = 0;
  return () => fragments[next++] ?? null;
}

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
