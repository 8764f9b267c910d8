import { type Analysis, drawnGraph, type GraphNode, nameTask, type Refusal, type Result } from '#engine';
import { listCutConnections, moveTasksTo } from '#engine/edit';
import { isFrame } from '#engine/layout';
import { activeAnalysis, dispatch } from '../../session/index.ts';
import { WorkflowIcon } from '../../ui/icons.ts';
import { type CommandItem, CommandMenu, KindIcon } from '../../ui/index.ts';
import { describeCuts } from '../commands/describeCuts.ts';
import { isWithin } from '../model/isWithin.ts';
import { currentLayout } from '../state/arrangement.ts';

/** Asked of at most this many containers: each answer costs a look at the whole workflow. */
const ASKED = 60;

export interface MoveQuestionProps {
  readonly analysis: Analysis;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Where tasks go: into one of the containers, or out of all. Each says which connections it would cut; what is not allowed, why. */
export function MoveQuestion({ analysis, ids, onDone }: MoveQuestionProps) {
  const graph = drawnGraph(analysis);
  const { nodes } = graph;
  const moved = new Set(ids);
  const parents = new Set(ids.map((id) => nodes.get(id)?.parent ?? null));
  const isHere = (parent: string | null) => parents.size === 1 && parents.has(parent);
  const containers = [...nodes.values()].filter(
    (node) => isFrame(node) && !isHere(node.id) && !isWithin(analysis.graph, node.id, moved),
  );
  const move = (parent: string | null) => {
    onDone();
    const now = activeAnalysis('resolved');
    if (now) dispatch(moveTasksTo(now, { ids, parent, heal: true, layout: currentLayout() }));
  };
  const items = containers.map((node, index): CommandItem => {
    const asked: Result<unknown, Refusal> | null =
      index < ASKED ? moveTasksTo(analysis, { ids, parent: node.id, heal: true }) : null;
    const cuts = asked?.ok === true ? describeCuts(graph, listCutConnections(analysis, { ids, parent: node.id })) : '';
    return {
      id: `into:${node.id}`,
      label: nameTask(graph, node.id),
      hint: asked?.ok === false ? asked.error.message : cuts || describeContainer(node),
      isDisabled: asked?.ok === false,
      icon: <KindIcon kind={node.task.type} size="plain" />,
      onSelect: () => move(node.id),
    };
  });
  const out: CommandItem[] = isHere(null)
    ? []
    : [{ id: 'top', label: 'Out of its container', icon: <WorkflowIcon />, onSelect: () => move(null) }];
  return (
    <CommandMenu
      label="Containers"
      placeholder={ids.length === 1 ? `Move ${nameTask(graph, ids[0] ?? '')} to…` : `Move ${ids.length} tasks to…`}
      emptyText="There is no other container. Group tasks to make one."
      groups={[
        { heading: 'Out', items: out },
        { heading: 'Into', items: items.filter(({ isDisabled }) => !isDisabled) },
        { heading: 'Not possible', items: items.filter(({ isDisabled }) => isDisabled) },
      ]}
    />
  );
}

function describeContainer({ task, children }: GraphNode): string {
  return `${task.type} · ${children.length} inside`;
}
