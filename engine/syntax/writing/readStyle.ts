import type { Path } from '../../text/index.ts';
import { columnOf } from '../lines/textLines.ts';
import { countItems, itemAt } from '../tree/JoinedList.ts';
import {
  followAlias,
  type ListNode,
  type MapNode,
  type ScalarNode,
  type Syntax,
  type SyntaxNode,
} from '../tree/Syntax.ts';
import { isPlainText } from './formatScalar.ts';

/** How the YAML around a place is written, so that new text looks like it. Widths are in columns. */
export interface YamlStyle {
  /** Indent of a map relative to the key that holds it. */
  readonly step: number;
  /** Indent of the dashes of a list relative to their key; 0 where lists are not indented. */
  readonly listOffset: number;
  /** From a dash to the item on its line. */
  readonly dashWidth: number;
  readonly eol: '\n' | '\r\n';
  /** Whether text is quoted that need not be, by key; an empty key represents all others. */
  readonly quotes: ReadonlyMap<string, boolean>;
  /** The quotes for text that needs some. */
  readonly mark: 'single' | 'double';
  /** Maps and lists that are no longer than this are written in brackets; absent: all that are not empty have lines of their own. */
  readonly width?: number;
}

/** Nodes read around a place before a habit is taken as absent. */
const SAMPLE = 80;

interface StyleSample {
  step: number | null;
  listOffset: number | null;
  dashWidth: number | null;
  single: number;
  double: number;
  /** By key: texts that are quoted without need, less those that are plain. */
  readonly quoted: Map<string, number>;
  left: number;
}

/** The style of the YAML around a path: its nearest list first, then the document; two columns and no quotes by default. */
export function readStyle(syntax: Syntax, path: Path): YamlStyle {
  const sample: StyleSample = {
    step: null,
    listOffset: null,
    dashWidth: null,
    single: 0,
    double: 0,
    quoted: new Map(),
    left: 0,
  };
  for (const node of nodesAround(syntax, path)) {
    sample.left = SAMPLE;
    sampleNode(syntax.text, sample, node);
    if (sample.step !== null && sample.listOffset !== null && sample.dashWidth !== null) break;
  }
  const step = sample.step ?? (sample.listOffset || 2);
  return {
    step,
    listOffset: sample.listOffset ?? step,
    dashWidth: sample.dashWidth ?? 2,
    eol: /^[^\n]*\r\n/.test(syntax.text) ? '\r\n' : '\n',
    quotes: new Map([...sample.quoted].map(([key, count]) => [key, count > 0])),
    mark: sample.single > sample.double ? 'single' : 'double',
  };
}

/** The innermost map or list at the path, the innermost list, and the whole document. */
function nodesAround(syntax: Syntax, path: Path): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  let node = followAlias(syntax.root);
  for (const step of path) {
    if (node?.kind === 'map') nodes.unshift(node);
    if (node?.kind === 'list') nodes.unshift(node);
    const parent: SyntaxNode | null = node;
    if (parent?.kind === 'map')
      node = followAlias(parent.entries.find(({ key }) => key === String(step))?.value ?? null);
    else if (parent?.kind === 'list') node = followAlias(itemAt(parent, Number(step))?.value ?? null);
    else break;
  }
  if (node !== null && node.kind !== 'scalar') nodes.unshift(node);
  return nodes;
}

function sampleNode(text: string, sample: StyleSample, node: SyntaxNode | null): void {
  if (node === null || sample.left <= 0) return;
  sample.left -= 1;
  if (node.kind === 'map') sampleMap(text, sample, node);
  else if (node.kind === 'list') sampleList(text, sample, node);
}

function sampleMap(text: string, sample: StyleSample, map: MapNode): void {
  const isBlock = map.style === 'block';
  const column = isBlock ? columnOf(text, map.start) : 0;
  for (const { key, value } of map.entries) {
    if (isBlock && value?.kind === 'map' && value.style === 'block') {
      const width = columnOf(text, value.start) - column;
      if (width > 0) sample.step ??= width;
    }
    if (isBlock && value?.kind === 'list' && value.style === 'block') {
      const width = columnOf(text, value.start) - column;
      if (width >= 0) sample.listOffset ??= width;
    }
    if (value?.kind === 'scalar') sampleQuotes(sample, value, key);
    sampleNode(text, sample, value);
  }
}

function sampleList(text: string, sample: StyleSample, list: ListNode): void {
  const count = countItems(list);
  for (let index = 0; index < count && sample.left > 0; index += 1) {
    const { start, value } = itemAt(list, index) ?? { start: 0, value: null };
    const isOnDash = value !== null && list.style === 'block' && !text.slice(start, value.start).includes('\n');
    if (isOnDash && value.kind === 'map' && value.style === 'block') sample.dashWidth ??= value.start - start;
    if (value?.kind === 'scalar') sampleQuotes(sample, value, '');
    sampleNode(text, sample, value);
  }
}

/** Counts habits only where there was a choice: text that must be quoted shows no habit, a template is always quoted. */
function sampleQuotes(sample: StyleSample, { value, style }: ScalarNode, key: string): void {
  if (typeof value !== 'string' || value.includes('{{')) return;
  if (style === 'single') sample.single += 1;
  if (style === 'double') sample.double += 1;
  if ((style !== 'plain' && style !== 'single' && style !== 'double') || !isPlainText(value, 'block')) return;
  const change = style === 'plain' ? -1 : 1;
  sample.quoted.set(key, (sample.quoted.get(key) ?? 0) + change);
  if (key !== '') sample.quoted.set('', (sample.quoted.get('') ?? 0) + change);
}
