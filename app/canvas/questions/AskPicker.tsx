import { type Analysis, assertNever, drawnGraph, type GraphNode, nameTask, type Refusal, type Result } from '#engine';
import { listCutConnections, moveTasksTo, replaceTask } from '#engine/edit';
import { isFrame } from '#engine/layout';
import { activeAnalysis, dispatch, port, session, useAnalysis } from '../../session/index.ts';
import { listTaskChoices, namedTools } from '../../session/workspace/index.ts';
import { WorkflowIcon } from '../../ui/icons.ts';
import { type CommandItem, CommandMenu, KindIcon, Popover } from '../../ui/index.ts';
import { describeCuts } from '../commands/describeCuts.ts';
import { isWithin } from '../model/isWithin.ts';
import { currentLayout } from '../state/arrangement.ts';
import { type Ask, setCanvasView, useCanvasView } from '../state/canvasView.ts';
import { ConnectQuestion } from './ConnectQuestion.tsx';
import { choiceGroups } from './choices.tsx';
import { GroupQuestion } from './GroupQuestion.tsx';
import styles from './TaskPicker.module.css';

const TITLES = {
  connect: 'Connect to',
  replace: 'Replace with',
  group: 'Group into',
  move: 'Move to',
} as const satisfies Record<Ask['kind'], string>;

/** What has to be chosen before something is done to the selected tasks, asked next to them. */
export function AskPicker() {
  const ask = useCanvasView((view) => view.ask);
  const analysis = useAnalysis('resolved');
  if (!ask || !analysis) return null;
  return (
    <Popover
      label={TITLES[ask.kind]}
      className={styles.picker}
      at={ask.at}
      isOpen
      onOpenChange={(isOpen) => !isOpen && closeAsk()}
    >
      <Question analysis={analysis} ask={ask} />
    </Popover>
  );
}

function Question({ analysis, ask: { kind, ids } }: { readonly analysis: Analysis; readonly ask: Ask }) {
  const about = { analysis, onDone: closeAsk };
  switch (kind) {
    case 'connect':
      return <ConnectQuestion {...about} source={ids[0] ?? ''} />;
    case 'replace':
      return <ReplaceQuestion {...about} id={ids[0] ?? ''} />;
    case 'group':
      return <GroupQuestion {...about} ids={ids} />;
    case 'move':
      return <MoveQuestion {...about} ids={ids} />;
    default:
      return assertNever(kind);
  }
}

/** Closes the question; the canvas has the keys again. */
function closeAsk(): void {
  setCanvasView({ ask: null });
  requestAnimationFrame(() => port('canvas')?.focus());
}

interface ReplaceQuestionProps {
  readonly analysis: Analysis;
  readonly id: string;
  readonly onDone: () => void;
}

/** What takes the place of a task; its id, its lines and what still fits stay. */
function ReplaceQuestion({ analysis, id, onDone }: ReplaceQuestionProps) {
  const groups = choiceGroups(listTaskChoices(analysis.workflow, namedTools(session.getState())), (draft) => {
    onDone();
    const now = activeAnalysis('resolved');
    if (now) dispatch(replaceTask(now, { id, draft, layout: currentLayout() }));
  });
  return <CommandMenu label="Tasks" placeholder={`Replace ${id} with…`} groups={groups} />;
}

/** Asked of at most this many containers: each answer costs a look at the whole workflow. */
const ASKED = 60;

interface MoveQuestionProps {
  readonly analysis: Analysis;
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Where tasks go: into one of the containers, or out of all. Each says which connections it would cut; what is not allowed, why. */
function MoveQuestion({ analysis, ids, onDone }: MoveQuestionProps) {
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
