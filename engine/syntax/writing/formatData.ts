import { type Data, isDataMap } from '../../base/index.ts';
import { indentLines } from '../lines/textLines.ts';
import type { ScalarNode } from '../tree/Syntax.ts';
import { formatLiteral, formatScalar } from './formatScalar.ts';
import type { YamlStyle } from './readStyle.ts';

/** New YAML as lines without indent: `head` goes behind a colon or dash, null when all goes below; `body` is the lines below. */
export interface LaidOut {
  readonly head: string | null;
  /** Lines of a map or a list, or of a text block. */
  readonly body: readonly string[];
}

/** Lays a value out to be put behind a key (empty for an item). */
export function layOut(data: Data, style: YamlStyle, key: string, written?: ScalarNode['style']): LaidOut {
  if (isFilled(data)) {
    const flow = style.width === undefined || hasLines(data) ? null : formatFlow(data, style);
    if (flow !== null && flow.length <= (style.width ?? 0)) return { head: flow, body: [] };
    return { head: null, body: blockLines(data, style) };
  }
  if (isDataMap(data)) return { head: '{}', body: [] };
  if (isList(data)) return { head: '[]', body: [] };
  const literal = typeof data === 'string' && !data.includes('{{') ? formatLiteral(data) : null;
  if (literal !== null) return { head: literal[0] ?? '|', body: literal.slice(1) };
  const wanted = written ?? (isQuoted(style, key) ? style.mark : 'plain');
  return { head: formatScalar(data, { style: wanted, mark: style.mark, surroundings: 'block' }), body: [] };
}

/** One entry of a block map, without indent. */
export function entryLines(key: string, value: Data, style: YamlStyle): string[] {
  const { head, body } = layOut(value, style, key);
  const name = formatKey(key, style);
  const isBlockList = head === null && isList(value);
  const below = indentLines(body, isBlockList ? style.listOffset : style.step);
  return [head === null ? `${name}:` : `${name}: ${head}`, ...below];
}

/** One item of a block list, without indent. */
export function itemLines(value: Data, style: YamlStyle): string[] {
  const { head, body } = layOut(value, style, '');
  const dash = `-${' '.repeat(style.dashWidth - 1)}`;
  if (head !== null) return [dash + head, ...indentLines(body, style.dashWidth)];
  const [first = '', ...rest] = body;
  return [dash + first, ...indentLines(rest, style.dashWidth)];
}

/** A value inside brackets, on one line. */
export function formatFlow(data: Data, style: YamlStyle): string {
  if (isDataMap(data)) {
    return `{${[...data].map(([key, value]) => `${formatFlowKey(key, style)}: ${formatFlow(value, style)}`).join(', ')}}`;
  }
  if (isList(data)) return `[${data.map((item) => formatFlow(item, style)).join(', ')}]`;
  const wanted = isQuoted(style, '') ? style.mark : 'plain';
  return formatScalar(data, { style: wanted, mark: style.mark, surroundings: 'flow' });
}

/** A key of a block map. Keys that read as numbers or booleans stay plain: keys are text in any case. */
export function formatKey(key: string, style: YamlStyle): string {
  if (/^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(key)) return key;
  return formatScalar(key, { style: 'plain', mark: style.mark, surroundings: 'key' });
}

/** A key of a flow map. */
export function formatFlowKey(key: string, style: YamlStyle): string {
  return formatScalar(key, { style: 'plain', mark: style.mark, surroundings: 'flow' });
}

/** Whether data is a map or list that is not empty. */
export function isFilled(data: Data): data is ReadonlyMap<string, Data> | readonly Data[] {
  return isDataMap(data) ? data.size > 0 : isList(data) && data.length > 0;
}

export function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}

/** Whether a text in it has several lines, which brackets would put on one. */
function hasLines(data: Data): boolean {
  if (isDataMap(data)) return [...data.values()].some(hasLines);
  return isList(data) ? data.some(hasLines) : typeof data === 'string' && data.includes('\n');
}

function isQuoted(style: YamlStyle, key: string): boolean {
  return style.quotes.get(key) ?? style.quotes.get('') ?? false;
}

function blockLines(data: ReadonlyMap<string, Data> | readonly Data[], style: YamlStyle): string[] {
  if (isDataMap(data)) return [...data].flatMap(([key, value]) => entryLines(key, value, style));
  return isList(data) ? data.flatMap((item) => itemLines(item, style)) : [];
}

/** Deep equality of authored data; the order of keys counts, since the order of routes does. */
export function equalData(a: Data | undefined, b: Data | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a === undefined || b === undefined) return false;
  if (isDataMap(a) || isDataMap(b)) {
    if (!isDataMap(a) || !isDataMap(b) || a.size !== b.size) return false;
    const others = [...b];
    return [...a].every(([key, value], index) => key === others[index]?.[0] && equalData(value, others[index]?.[1]));
  }
  if (!isList(a) || !isList(b) || a.length !== b.length) return false;
  return a.every((item, index) => equalData(item, b[index]));
}
