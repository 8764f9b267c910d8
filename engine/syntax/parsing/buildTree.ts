import {
  type CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { losesDigits } from '../../base/index.ts';
import { MAX_DEPTH } from '../lines/limits.ts';
import { quoteText } from '../lines/quoteText.ts';
import { endOfBlockScalar } from '../simple/readScalar.ts';
import {
  type ListItem,
  type ListNode,
  type MapEntry,
  type MapNode,
  MERGE_KEY,
  type Problem,
  type ScalarNode,
  type SyntaxNode,
} from '../tree/Syntax.ts';
import { findDuplicates } from './problems.ts';

/** Tags of the core schema: they name the type that YAML resolves by itself. */
const CORE_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `!!${name}`),
);

/** What is known while a tree is built. `text` is as the author wrote it, though templates may have been masked for YAML. */
export interface TreeContext {
  readonly text: string;
  readonly templates: ReadonlyMap<number, number>;
  readonly problems: Problem[];
  nodeCount: number;
  /** Whether an anchor, an alias or a merge key was seen. */
  hasReferences: boolean;
}

type Props = readonly CST.SourceToken[];

/** Turns a composed node into our own; null where nothing is written. Deeper than the limit there is nothing, and a problem. */
export function buildNode(
  context: TreeContext,
  node: unknown,
  place: { readonly props: Props; readonly depth: number },
): SyntaxNode | null {
  if (!isMap(node) && !isSeq(node) && !isScalar(node) && !isAlias(node)) return null;
  const [start = 0, end = start] = node.range ?? [];
  context.nodeCount += 1;
  const tag = readTag(context, place.props);
  if (isAlias(node)) {
    context.hasReferences = true;
    return { kind: 'alias', start, end, anchor: null, tag, name: node.source, target: null };
  }
  const anchor = node.anchor === undefined || node.anchor === '' ? null : node.anchor;
  if (anchor !== null) context.hasReferences = true;
  if (isScalar(node)) {
    if (start === end && anchor === null && tag === null) return null;
    return buildScalar(context, node, { start, end, anchor, tag });
  }
  if (place.depth >= MAX_DEPTH) {
    const message = `Maps and lists are nested more than ${MAX_DEPTH} levels deep here; what lies deeper is not read. Flatten the document.`;
    context.problems.push({ code: 'TOO_DEEP', severity: 'error', range: { start, end: start + 1 }, message });
    return null;
  }
  const base = { start, end, anchor, tag };
  return isMap(node)
    ? buildMap(context, node, { base, depth: place.depth + 1 })
    : buildList(context, node, { base, depth: place.depth + 1 });
}

interface Base {
  readonly start: number;
  readonly end: number;
  readonly anchor: string | null;
  readonly tag: string | null;
}

interface NodePosition {
  readonly base: Base;
  readonly depth: number;
}

const SCALAR_STYLES: Readonly<Record<string, ScalarNode['style']>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

function buildScalar(context: TreeContext, node: Scalar, base: Base): ScalarNode {
  const { text } = context;
  const templateEnd = context.templates.get(base.start);
  if (templateEnd !== undefined) return buildTemplate(context, { ...base, end: templateEnd });
  const style = SCALAR_STYLES[String(node.type)] ?? 'plain';
  const isBlock = style === 'literal' || style === 'folded';
  const end = isBlock ? endOfBlockScalar(text, base.start, base.end) : base.end;
  const source = text.slice(base.start, end);
  const { value } = node;
  const isPlainValue =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  return { kind: 'scalar', ...base, end, value: isPlainValue ? value : source, style, source };
}

/** An integer that no number holds is another one in a run. Keys are text, and lose nothing. */
function reportLost(context: TreeContext, node: SyntaxNode | null): void {
  if (node?.kind !== 'scalar' || typeof node.value !== 'number' || !losesDigits(node.source)) return;
  const range = { start: node.start, end: node.end };
  const title = 'Put it in quotes';
  const message = `${node.source.slice(0, 40)} is too long for an exact number: a run would read ${node.value}. ${title}.`;
  const fixes = [{ title, edits: [{ ...range, text: `"${node.source}"` }] }];
  context.problems.push({ code: 'NUMBER_PRECISION', severity: 'error', range, message, fixes });
}

/** An unquoted template is read as the text that was meant, and reported with its fix. */
function buildTemplate(context: TreeContext, base: Base): ScalarNode {
  const source = context.text.slice(base.start, base.end);
  const value = source.replace(/[ \t]*\r?\n\s*/g, ' ');
  const range = { start: base.start, end: base.end };
  const message = 'YAML reads {{ … }} without quotes as a map, not as a template. Put the value in double quotes.';
  // A comment needs a space before it; other text right behind the braces would not end with the quotes.
  const next = context.text[base.end] ?? '';
  const text = quoteText(value) + (next === '#' ? ' ' : '');
  const isAlone = /^[\s,\]}:#]?$/.test(next);
  const fixes = isAlone ? [{ title: 'Put quotes around the template', edits: [{ ...range, text }] }] : [];
  context.problems.push({ code: 'UNQUOTED_TEMPLATE', severity: 'error', range, message, fixes });
  return { kind: 'scalar', ...base, value, style: 'plain', source };
}

function buildMap(context: TreeContext, map: YAMLMap, { base, depth }: NodePosition): MapNode {
  const entries: MapEntry[] = [];
  for (const pair of map.items) if (isPair(pair)) entries.push(buildEntry(context, pair, depth));
  context.problems.push(...findDuplicates(entries));
  if (map.flow === true) return { kind: 'map', ...base, style: 'flow', entries };
  const start = Math.min(base.start, entries[0]?.start ?? base.start);
  return { kind: 'map', ...base, start, end: entries.at(-1)?.end ?? base.start, style: 'block', entries };
}

function buildEntry(context: TreeContext, pair: Pair, depth: number): MapEntry {
  const token = pair.srcToken;
  const keyProps = (token?.start ?? []).filter(isProp);
  const valueProps = (token?.sep ?? []).filter((item) => isProp(item) || item.type === 'map-value-ind');
  const colon = valueProps.find((item) => item.type === 'map-value-ind');
  const behind = colon === undefined ? [] : valueProps.slice(valueProps.indexOf(colon) + 1);
  const keyNode = buildNode(context, pair.key, { props: keyProps, depth }) ?? emptyKey(pair, colon);
  const value = buildNode(context, pair.value, { props: behind, depth });
  reportLost(context, value);
  const lastToken = valueProps.at(-1);
  const end = value?.end ?? (lastToken === undefined ? keyNode.end : lastToken.offset + lastToken.source.length);
  const start = Math.min(keyNode.start, keyProps[0]?.offset ?? keyNode.start);
  const key = keyText(context, keyNode);
  if (key === MERGE_KEY) context.hasReferences = true;
  return { key, keyNode, value, start, end: Math.max(end, keyNode.end) };
}

/** A key that is not written (`: value`) is empty text in front of its colon. */
function emptyKey(pair: Pair, colon: CST.SourceToken | undefined): ScalarNode {
  const range = isScalar(pair.key) ? pair.key.range : undefined;
  const start = colon?.offset ?? range?.[0] ?? 0;
  return { kind: 'scalar', start, end: start, anchor: null, tag: null, value: null, style: 'plain', source: '' };
}

function keyText(context: TreeContext, key: SyntaxNode): string {
  if (key.kind === 'scalar') return typeof key.value === 'string' ? key.value : key.source;
  if (key.kind === 'alias') return `*${key.name}`;
  const range = { start: key.start, end: key.end };
  const message = 'A key must be text, not a map or a list. Quote it if it is meant as text.';
  context.problems.push({ code: 'COMPLEX_KEY', severity: 'error', range, message });
  return context.text.slice(key.start, key.end);
}

function buildList(context: TreeContext, list: YAMLSeq, { base, depth }: NodePosition): ListNode {
  const places = list.flow === true ? [] : itemTokens(list);
  const items = list.items.map((node, index): ListItem => {
    const tokens = places[index] ?? [];
    const value = buildNode(context, node, {
      props: list.flow === true ? propsBefore(context, node) : tokens.filter(isProp),
      depth,
    });
    reportLost(context, value);
    const dash = tokens.find((token) => token.type === 'seq-item-ind');
    const lastToken = tokens.filter((token) => token.type === 'seq-item-ind' || isProp(token)).at(-1);
    const start = dash?.offset ?? value?.start ?? rangeStart(node, base.start);
    return {
      value,
      start,
      end: value?.end ?? (lastToken === undefined ? start : lastToken.offset + lastToken.source.length),
    };
  });
  if (list.flow === true) return { kind: 'list', ...base, style: 'flow', items };
  return { kind: 'list', ...base, end: items.at(-1)?.end ?? base.start, style: 'block', items };
}

/** The tokens before each item's value, for the items that were composed: a trailing comment makes a token but no item. */
function itemTokens(list: YAMLSeq): Props[] {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return [];
  return token.items
    .filter(
      (item) => item.value !== undefined || item.start.some((part) => part.type === 'seq-item-ind' || isProp(part)),
    )
    .map((item) => item.start);
}

/** Anchor and tag of an item in a flow list, whose tokens are not kept: read back from the text before the value. */
function propsBefore(context: TreeContext, node: unknown): Props {
  const end = rangeStart(node, 0);
  const start = Math.max(0, end - 200);
  const before = /(?:^|[[,\s])(![^\s,[\]{}]*)\s+(?:&[^\s,[\]{}]+\s+)?$/.exec(context.text.slice(start, end));
  const source = before?.[1];
  if (before === null || source === undefined) return [];
  return [{ type: 'tag', offset: start + before.index + before[0].indexOf(source), indent: 0, source }];
}

function rangeStart(node: unknown, fallback: number): number {
  return (isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined) ?? fallback;
}

function isProp(token: CST.SourceToken): boolean {
  return token.type === 'anchor' || token.type === 'tag' || token.type === 'explicit-key-ind';
}

function readTag(context: TreeContext, props: Props): string | null {
  const token = props.findLast((item) => item.type === 'tag');
  if (token === undefined) return null;
  if (!CORE_TAGS.has(token.source) && token.source !== '!') {
    const range = { start: token.offset, end: token.offset + token.source.length };
    const message = `The tag ${token.source} is not supported: a workflow holds plain text, numbers, lists and maps. Remove the tag.`;
    const fixes = [
      { title: `Remove ${token.source}`, edits: [{ ...range, end: skipBlanks(context.text, range.end), text: '' }] },
    ];
    context.problems.push({ code: 'UNSUPPORTED_TAG', severity: 'error', range, message, fixes });
  }
  return token.source;
}

function skipBlanks(text: string, from: number): number {
  let offset = from;
  while (text.charAt(offset) === ' ') offset += 1;
  return offset;
}
