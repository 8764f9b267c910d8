import type { Analysis } from '../../graph/index.ts';
import { findNode, findRange } from '../../syntax/index.ts';

/**
 * The properties of the workflow's input that have another name in the text after, before and after. A property is told by its schema, as it
 * is written; where several have the same, by its place among them.
 */
export function inputPairs(before: Analysis, after: Analysis): readonly (readonly [string, string])[] {
  const [older, newer] = [properties(before), properties(after)];
  const gone = older.filter(({ name }) => !newer.some((other) => other.name === name));
  const added = newer.filter(({ name }) => !older.some((other) => other.name === name));
  return gone.flatMap((was): (readonly [string, string])[] => {
    const like = (other: InputProperty): boolean => other.schema === was.schema;
    const [only, ...more] = added.filter(like);
    const isOne = only !== undefined && more.length === 0 && gone.filter(like).length === 1;
    const found = isOne ? only : added.find((other) => like(other) && other.index === was.index);
    return found === undefined ? [] : [[was.name, found.name]];
  });
}

interface InputProperty {
  readonly name: string;
  readonly schema: string;
  readonly index: number;
}

const PROPERTIES = ['schema', 'input', 'properties'] as const;

function properties({ syntax }: Analysis): readonly InputProperty[] {
  const node = findNode(syntax, PROPERTIES);
  if (node?.kind !== 'map') return [];
  return node.entries.map(({ key: name }, index) => {
    const { start, end } = findRange(syntax, [...PROPERTIES, name], 'value');
    return { name, schema: syntax.text.slice(start, end).trim(), index };
  });
}
