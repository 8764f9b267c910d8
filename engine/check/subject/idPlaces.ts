import { type FieldPlace } from '../../schema/index.ts';
import { findNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { scalarRange, type TemplatePlace } from './findTemplates.ts';
import type { Subject } from './Rule.ts';

/** Kinds of fields that hold ids: `use: agent:<id>` and an import's `#<id>` too. */
const OF_IDS: ReadonlySet<FieldPlace['kind']> = new Set(['id', 'task', 'reference', 'import']);

/**
 * Where a text has an id as a whole word in an id, in a field that names one, or as a key in an expression. What comments
 * and texts for readers say is none of these places.
 */
export function placesOfId(id: string, { analysis, groups, templates }: Subject): readonly TextRange[] {
  const { syntax } = analysis;
  const written = groups.flat().filter(({ part, kind }) => OF_IDS.has(kind) && typeof part === 'string');
  const fields = written.flatMap(({ path }) => findNode(syntax, path) ?? []);
  const keys = templates.flatMap((place) => keysIn(place, id, syntax));
  const ranges = [...fields, ...keys].map(({ start, end }) => ({ start, end }));
  const found = ranges.flatMap((range) => wordsIn(syntax.text, range, id));
  // Several places of the tree may be one of the text, with an anchor.
  return [...new Map(found.map((range) => [range.start, range])).values()].sort((a, b) => a.start - b.start);
}

/** The keys of references in a template that are an id. */
function keysIn({ path, template }: TemplatePlace, id: string, syntax: Subject['tree']): readonly TextRange[] {
  const node = findNode(syntax, path);
  if (node?.kind !== 'scalar') return [];
  return template.expressions.flatMap(({ references }) =>
    references.flatMap((reference) =>
      reference.keys.flatMap((key, at) => (reference.path[at] === id ? [scalarRange(node, key)] : [])),
    ),
  );
}

function wordsIn(text: string, range: TextRange, id: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf(id, range.start); at >= 0; at = text.indexOf(id, at + id.length)) {
    const end = at + id.length;
    if (end > range.end) break;
    if (!/[\p{L}\p{N}_-]/u.test(`${text.slice(Math.max(0, at - 1), at)} ${text.slice(end, end + 1)}`))
      found.push({ start: at, end });
  }
  return found;
}

/** A target is a map with `next`, or the id itself. */
export function nextPath(node: SyntaxNode | undefined, path: Path): Path {
  return node?.kind === 'scalar' || node?.kind === 'list' ? path : [...path, 'next'];
}

/** The ids written at a place, with their index where it is a list. */
export function idsAt(node: SyntaxNode | undefined): readonly (readonly [number | null, string])[] {
  if (node?.kind === 'scalar') return typeof node.value === 'string' && node.value !== '' ? [[null, node.value]] : [];
  if (node?.kind !== 'list') return [];
  return node.items.flatMap(({ value }, index) =>
    value?.kind === 'scalar' && typeof value.value === 'string' && value.value !== ''
      ? [[index, value.value] as const]
      : [],
  );
}
