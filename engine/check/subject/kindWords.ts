import type { Kind, Shape } from '../../types/index.ts';

const NAMES: Readonly<Record<Kind, string>> = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  map: 'a map',
  null: 'null',
};

/** Kinds in the words of messages: `text`, `a list or a map`. */
export function nameKinds(kinds: readonly Kind[]): string {
  const names = kinds.filter((kind) => kind !== 'null' || kinds.length === 1).map((kind) => NAMES[kind]);
  return names.length > 2 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join(' or ');
}

/** Values as they are written in messages. */
export function listValues({ values = [] }: Shape): string {
  const words = values.slice(0, 8).map((value) => JSON.stringify(value));
  return `${words.join(', ')}${values.length > 8 ? ', …' : ''}`;
}
