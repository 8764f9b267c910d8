import { useState } from 'react';
import { type Analysis, drawnGraph, type GraphNode, nameTask } from '#engine';
import { askConnection, connectTasks, type ExitName } from '#engine/edit';
import { describeHandler, handlersOf, traitsOf } from '#engine/model';
import { activeAnalysis, dispatch } from '../../session/index.ts';
import { FlagIcon, SplitIcon } from '../../ui/icons.ts';
import { type CommandItem, CommandMenu, KindIcon } from '../../ui/index.ts';
import { routesOf } from '../model/ports.ts';
import { listTargets } from './choices.tsx';

export interface ConnectQuestionProps {
  readonly analysis: Analysis;
  /** Id of the node the line leaves. */
  readonly source: string;
  readonly onDone: () => void;
}

/** By what a task is left, then where that leads: a line drawn by typing. */
export function ConnectQuestion({ analysis, source, onDone }: ConnectQuestionProps) {
  const [via, setVia] = useState<ExitName | null>(null);
  const graph = drawnGraph(analysis);
  const node = graph.nodes.get(source);
  if (!node) return null;
  if (via === null) {
    const items = listExits(node).map(({ name, label }): CommandItem => {
      const targets = graph.edges.filter((edge) => edge.source === source && edge.via === name);
      return {
        id: name,
        label,
        hint:
          targets.length > 0
            ? `leads to ${targets.map(({ target }) => nameTask(graph, target)).join(', ')}`
            : undefined,
        icon: <SplitIcon />,
        onSelect: () => setVia(name),
      };
    });
    return (
      <CommandMenu
        key="exit"
        label="When the line is taken"
        placeholder={`Connect ${nameTask(graph, source)}: when?`}
        groups={[{ heading: 'When', items }]}
      />
    );
  }
  const connect = (target: string) => {
    onDone();
    const now = activeAnalysis('resolved');
    if (now) dispatch(connectTasks(now, { source, via, target }));
  };
  const ends: CommandItem[] = askConnection(analysis, { source, via, target: 'end' }).ok
    ? [{ id: 'end', label: 'End of the branch', icon: <FlagIcon />, onSelect: () => connect('end') }]
    : [];
  const tasks = listTargets(analysis, source, via).map(({ id, task }): CommandItem => {
    return {
      id: `task:${id}`,
      label: nameTask(graph, id),
      hint: task.name === null || task.id === '' ? undefined : task.id,
      icon: <KindIcon kind={task.type} size="plain" />,
      onSelect: () => connect(id),
    };
  });
  return (
    <CommandMenu
      key="target"
      label="Where the line leads"
      placeholder="Connect to which task?"
      emptyText="No other task can follow here"
      groups={[
        { heading: 'Tasks', items: tasks },
        { heading: 'Or', items: ends },
      ]}
    />
  );
}

interface ExitChoice {
  readonly name: ExitName;
  readonly label: string;
}

/** What may leave a task, what is drawn most first. */
function listExits({ task }: GraphNode): readonly ExitChoice[] {
  return [
    ...routesOf(task).flatMap(({ via, name }): readonly ExitChoice[] =>
      via === 'default' ? [] : [{ name: via, label: `Route ${name}` }],
    ),
    ...(traitsOf(task.type).hasRoutes
      ? [
          { name: 'routes' as const, label: 'New route' },
          { name: 'default' as const, label: 'Default' },
        ]
      : []),
    ...handlersOf(task.type).map((name): ExitChoice => ({ name, label: sentence(describeHandler(name)) })),
  ];
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
