import { MAX_LENGTH } from '../lines/limits.ts';
import { hasContent } from '../lines/splitText.ts';
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
