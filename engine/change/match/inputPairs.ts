import { findInputReads } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';

/**
 * The properties of the workflow's input that have another name in the text after, before and after. A property is recognized by its schema, as it
 * is written; where several have the same, by its place among them.
 */
export function inputPairs(before: Analysis, after: Analysis): readonly (readonly [string, string])[] {
  const [older, newer] = [inputProperties(before), inputProperties(after)];
  const gone = older.filter(({ name }) => !newer.some((other) => other.name === name));
  const added = newer.filter(({ name }) => !older.some((other) => other.name === name));
  return gone.flatMap((was): (readonly [string, string])[] => {
    const like = (other: InputProperty): boolean => other.schema === was.schema;
    const [only, ...more] = added.filter(like);
    const isOne = only !== undefined && more.length === 0 && gone.filter(like).length === 1;
    const found = isOne ? only : added.find((other) => like(other) && other.index === was.index);
    // What was renamed is read by its new name wherever it was read by the old one. What only looks like it is another property.
    const reads = findInputReads(before, was.name).length;
    const isRenamed = found !== undefined && reads > 0 && findInputReads(after, found.name).length >= reads;
    return isRenamed ? [[was.name, found.name]] : [];
  });
}

interface InputProperty {
  readonly name: string;
  readonly schema: string;
  readonly index: number;
}

const PROPERTIES = ['schema', 'input', 'properties'] as const;

/** The properties of the workflow's input, in their order. */
export function inputProperties({ syntax }: Analysis): readonly InputProperty[] {
  const node = findNode(syntax, PROPERTIES);
  if (node?.kind !== 'map') return [];
  return node.entries.map(({ key: name }, index) => {
    const { start, end } = findRange(syntax, [...PROPERTIES, name], 'value');
    return { name, schema: syntax.text.slice(start, end).trim(), index };
  });
}
