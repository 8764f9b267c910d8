import { connectTasks, disconnectEdge, reconnectEdge, removeRoute, renameRoute, setField } from '../../edit/index.ts';
import { formatEdgeId } from '../../graph/index.ts';
import { pathOfExit, type RouteHolder } from '../../model/index.ts';
import { type Command, defineCommand, type Subject } from './Command.ts';
import { findPart } from './findPart.ts';

const TASK = { kind: 'text', about: 'the id of a task' } as const;
const EDGE = {
  source: { kind: 'text', about: 'the task it leaves' },
  via: { kind: 'exit', about: 'the exit it leaves by; absent: on_success', isOptional: true },
  target: { kind: 'text', about: 'the task it leads to, or end' },
} as const;
const OF_ERRORS = {
  kind: 'flag',
  about: 'true: a route of on_error; absent: of the task',
  isOptional: true,
} as const;

/** The commands about where tasks lead, by name. */
export const FLOW_COMMANDS: Readonly<Record<string, Command>> = {
  connect: defineCommand({
    about: 'Connects an exit of a task to another task; if it is connected already, both run.',
    phase: 'connect',
    takes: {
      source: { kind: 'text', about: 'the task it leaves' },
      via: { kind: 'exit', about: 'the exit it leaves by; absent: on_success', isOptional: true },
      target: EDGE.target,
      with: { kind: 'map', about: 'what is passed to the target, with templates', isOptional: true },
    },
    example: { command: 'connect', source: 'choose', via: 'routes.urgent', target: 'call' },
    steps: ({ source, via = 'on_success', target, with: passed }) => [
      ({ analysis }) => connectTasks(analysis, { source, via, target }),
      ...(passed === undefined
        ? []
        : [
            ({ analysis }: Subject) => {
              const part = findPart(analysis, { task: source });
              if (!part.ok) return part;
              const type = analysis.graph.nodes.get(source)?.task.type ?? 'unknown';
              const exit = pathOfExit({ type, path: part.value }, via);
              return setField(analysis, { path: [...(exit ?? part.value), 'with'], value: passed });
            },
          ]),
    ],
  }),
  disconnect: defineCommand({
    about: 'Removes a connection.',
    phase: 'cut',
    takes: EDGE,
    example: { command: 'disconnect', source: 'fetch', via: 'on_error', target: 'notify' },
    steps: ({ source, via = 'on_success', target }) => [
      ({ analysis }) => disconnectEdge(analysis, { edgeId: formatEdgeId(source, via, target) }),
    ],
  }),
  reconnect: defineCommand({
    about: 'Points a connection to another task, or starts it from another one; what it passes stays.',
    phase: 'cut',
    takes: {
      ...EDGE,
      to: { kind: 'text', about: 'the task it leads to from now on; absent: the same', isOptional: true },
      from: { kind: 'text', about: 'the task it leaves from now on; absent: the same', isOptional: true },
      by: { kind: 'exit', about: 'the exit it leaves by from now on; absent: the same', isOptional: true },
    },
    example: { command: 'reconnect', source: 'fetch', target: 'store', to: 'check' },
    steps: ({ source, via = 'on_success', target, to = target, from, by }) => [
      ({ analysis }) =>
        reconnectEdge(analysis, { edgeId: formatEdgeId(source, via, target), source: from, via: by, target: to }),
    ],
  }),
  removeRoute: defineCommand({
    about: 'Removes a route of a decision, or of an error handler.',
    phase: 'cut',
    takes: { task: TASK, key: { kind: 'text', about: 'the key of the route' }, of_errors: OF_ERRORS },
    example: { command: 'removeRoute', task: 'choose', key: 'urgent' },
    steps: ({ task, key, of_errors }) => [
      ({ analysis }) => removeRoute(analysis, { id: task, key, of: holder(of_errors) }),
    ],
  }),
  renameRoute: defineCommand({
    about: 'Renames the key of a route.',
    phase: 'rename',
    takes: {
      task: TASK,
      key: { kind: 'text', about: 'the key of the route' },
      to: { kind: 'text', about: 'the key it gets' },
      of_errors: OF_ERRORS,
    },
    example: { command: 'renameRoute', task: 'choose', key: 'urgent', to: 'high' },
    steps: ({ task, key, to, of_errors }) => [
      ({ analysis }) => renameRoute(analysis, { id: task, key, to, of: holder(of_errors) }),
    ],
  }),
};

function holder(isOfErrors: boolean | undefined): RouteHolder {
  return isOfErrors === true ? 'on_error' : 'config';
}
