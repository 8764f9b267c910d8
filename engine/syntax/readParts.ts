import { chunkText, joinChunks } from './chunks.ts';
import { MAX_LENGTH, MAX_NODES } from './limits.ts';
import { type Fragment, parseFragment } from './parseFragment.ts';
import { buildSyntax, parseSyntax } from './parseSyntax.ts';
import type { Syntax } from './Syntax.ts';
import { hasContent, splitText } from './splitText.ts';

/** What one part of a text gives when read by itself: plain data, to be handed from one thread to another. */
export interface TextPart {
  readonly fragment: Fragment;
  /** Length of its text in UTF-16 units: the least that an edit in it reads again. */
  readonly length: number;
  /** True for the text as a whole, where it has no parts that can be read one by one. */
  readonly isWhole: boolean;
}

/** Reads a text part by part, so that whoever reads can pause in between. {@link joinParts} makes a tree of them. */
export function* readParts(text: string): Generator<TextPart, void> {
  if (!isReadable(text)) return;
  const fragments: Fragment[] = [];
  let cost = 0;
  for (const { start, end, depth } of listStretches(text)) {
    if (cost > MAX_NODES) break;
    const fragment = parseFragment(text.slice(start, end), depth);
    cost += fragment.cost;
    fragments.push(fragment);
    yield { fragment, length: end - start, isWhole: false };
  }
  const chunks = chunkText(text, { read: inTurn(fragments) });
  if (chunks === null || joinChunks(chunks) === null)
    yield { fragment: parseFragment(text, 0), length: text.length, isWhole: true };
}

/** The tree of a text that was read part by part; the same as `parseSyntax(text)`, and as good for the next edit. */
export function joinParts(text: string, parts: readonly TextPart[]): Syntax {
  if (!isReadable(text)) return parseSyntax(text);
  const chunks = chunkText(text, {
    read: inTurn(parts.filter(({ isWhole }) => !isWhole).map(({ fragment }) => fragment)),
  });
  const tree = (chunks && joinChunks(chunks)) ?? parts.find(({ isWhole }) => isWhole)?.fragment;
  return tree ? buildSyntax(text, chunks, tree) : parseSyntax(text);
}

function isReadable(text: string): boolean {
  return text.length <= MAX_LENGTH && !text.includes('\0') && hasContent(text);
}

/** The stretches of a text in the order in which they are read, with how deep each stands. */
function listStretches(text: string): readonly { start: number; end: number; depth: number }[] {
  return (splitText(text) ?? []).flatMap(({ start, end, items }) => [
    { start, end, depth: 0 },
    ...(items ?? []).map((item) => ({ start: item.start, end: item.end, depth: 1 })),
  ]);
}

/** Hands out what was read before, in its order; null behind the last. */
function inTurn(fragments: readonly Fragment[]): () => Fragment | null {
  let next = 0;
  return () => fragments[next++] ?? null;
}
