import { err, ok, type Result } from '../base/index.ts';
import { followAlias, type MapNode, type Syntax } from '../syntax/index.ts';
import { textOf } from './Fields.ts';
import { entriesOf } from './mergeDefinition.ts';

/** A definition that is asked for: in which list of a document it would stand, and under which id. */
export interface DefinitionQuery {
  readonly kind: 'agents' | 'tools' | 'tasks';
  /** Null: the file is the definition. */
  readonly id: string | null;
  readonly file: string;
}

/**
 * The definition a file holds (format.md 3): the whole file, or with an id that agent, tool or task of its document, tasks
 * inside containers included. Otherwise one sentence that says what there is.
 */
export function findDefinition({ root }: Syntax, { kind, id, file }: DefinitionQuery): Result<MapNode, string> {
  const node = followAlias(root);
  if (node?.kind !== 'map') return err(`"${file}" holds no definition: it is no map.`);
  const word = kind.slice(0, -1);
  const listed = listDefinitions(node, kind);
  if (id === null) {
    const entries = entriesOf(node);
    const isDocument = entries.get(kind) !== undefined && !['use', 'type', 'import'].some((key) => entries.has(key));
    if (!isDocument) return ok(node);
    const hint = listed.map((definition) => idOf(definition)).filter((name) => name !== null);
    return err(
      `"${file}" holds several definitions. Say which with "#" and an id: ${hint.join(', ') || 'there are none'}.`,
    );
  }
  const found = [...listed, node].find((definition) => idOf(definition) === id);
  if (found !== undefined) return ok(found);
  const names = listed.map((definition) => idOf(definition)).filter((name) => name !== null);
  const there = names.length === 0 ? `It has no ${kind}.` : `It has ${names.slice(0, 8).join(', ')}.`;
  return err(`"${file}" has no ${word} "${id}". ${there}`);
}

function listDefinitions(map: MapNode, kind: DefinitionQuery['kind']): readonly MapNode[] {
  const list = followAlias(entriesOf(map).get(kind) ?? null);
  if (list?.kind !== 'list') return [];
  return list.items.flatMap(({ value }) => {
    const node = followAlias(value);
    if (node?.kind !== 'map') return [];
    return kind === 'tasks' ? [node, ...listDefinitions(node, kind)] : [node];
  });
}

function idOf(definition: MapNode): string | null {
  return textOf(entriesOf(definition).get('id'));
}
