import { followAlias, type MapNode } from '../../syntax/index.ts';
import { textOf } from '../workflow/Fields.ts';
import { entriesOf, mergeDefinition, replaceEntry, replaceItems } from './mergeDefinition.ts';

/**
 * An agent with the definitions of the tools that it names by id alone, under what it sets over them; the same agent where
 * it names none that is found.
 */
export function bringTools(agent: MapNode, find: (id: string) => MapNode | null): MapNode {
  const list = followAlias(entriesOf(agent).get('tools') ?? null);
  if (list?.kind !== 'list') return agent;
  const values = list.items.map(({ value }) => {
    const entry = followAlias(value);
    if (entry?.kind !== 'map') return value;
    const entries = entriesOf(entry);
    const id = entries.has('use') || entries.has('import') ? null : textOf(entries.get('id'));
    const tool = id === null || id === '' ? null : find(id);
    return tool === null ? value : mergeDefinition(entry, tool);
  });
  const isSame = list.items.every(({ value }, index) => value === values[index]);
  return isSame ? agent : replaceEntry(agent, 'tools', replaceItems(list, values));
}
