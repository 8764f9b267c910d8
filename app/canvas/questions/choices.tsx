import { type Analysis, drawnGraph, type GraphNode } from '#engine';
import { askConnection, type ExitName, type TaskDraft } from '#engine/edit';
import type { listTaskChoices } from '../../session/workspace/index.ts';
import { type CommandGroup, KindIcon } from '../../ui/index.ts';

/** Everything that can be added, as groups of a list to choose from. */
export function choiceGroups(
  groups: ReturnType<typeof listTaskChoices>,
  onChoose: (draft: TaskDraft) => void,
): readonly CommandGroup[] {
  return groups.map(({ heading, choices }) => ({
    heading,
    items: choices.map(({ id, label, description, words, kind, draft }) => ({
      id,
      label,
      hint: description,
      keywords: words,
      icon: <KindIcon kind={kind} size="plain" />,
      onSelect: () => onChoose(draft),
    })),
  }));
}

/** The tasks a line from a task may lead to by one of its exits, in document order. */
export function listTargets(analysis: Analysis, source: string, via: ExitName): readonly GraphNode[] {
  const { nodes } = drawnGraph(analysis);
  const parent = nodes.get(source)?.parent;
  return [...nodes.values()].filter(
    (node) => node.parent === parent && askConnection(analysis, { source, via, target: node.id }).ok,
  );
}
