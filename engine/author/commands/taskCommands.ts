import { err, ok } from '../../base/index.ts';
import {
  addTask,
  convertType,
  disableTasks,
  insertOnEdge,
  moveTasksTo,
  newTaskId,
  removeTasks,
  renameTask,
  replaceTask,
  setStart,
  unwrapContainer,
  wrapInContainer,
} from '../../edit/index.ts';
import { type Analysis, formatEdgeId } from '../../graph/index.ts';
import { runsInOrder } from '../../model/index.ts';
import { type ChangeStep, type Command, defineCommand } from './Command.ts';
import { setFields } from './setFields.ts';

const DRAFT = {
  type: { kind: 'taskType', about: 'what kind of task' },
  name: { kind: 'text', about: 'what people call it', isOptional: true },
  use: { kind: 'text', about: 'what it runs: agent:ID, tool:ID, core:NAME, mcp:SERVER/TOOL', isOptional: true },
  action: { kind: 'text', about: 'the action of the agent', isOptional: true },
  with: { kind: 'map', about: 'its input, with templates', isOptional: true },
  config: { kind: 'map', about: 'its settings; absent: what the type needs', isOptional: true },
} as const;

const FIELDS = {
  fields: {
    kind: 'map',
    about: 'any other keys of the task: on_error, retry, timeout, schema, tasks, …',
    isOptional: true,
  },
} as const;

const HEAL = { kind: 'flag', about: 'true: what led to it leads to what came after', isOptional: true } as const;

/** The commands about tasks, by name. */
export const TASK_COMMANDS: Readonly<Record<string, Command>> = {
  addTask: defineCommand({
    about: 'Adds a task, after another one or at the end of its list, and connects it.',
    phase: 'add',
    takes: {
      id: { kind: 'text', about: 'its id, free in the whole workflow' },
      ...DRAFT,
      ...FIELDS,
      after: { kind: 'text', about: 'the task that leads to it', isOptional: true },
      via: { kind: 'exit', about: 'the exit of that task; absent: on_success', isOptional: true },
      parent: { kind: 'text', about: 'the container it is in', isOptional: true },
    },
    example: { command: 'addTask', id: 'notify', type: 'basic', use: 'core:log', after: 'fetch', via: 'on_error' },
    steps: ({ id, fields, after, via, parent, ...draft }) => [
      refuseTaken(id),
      ({ analysis }) => {
        const exit = via ?? (after !== undefined && isInOrder(analysis, after) ? 'sequence' : 'on_success');
        const arrival = after === undefined ? {} : { after: { source: after, via: exit } };
        return addTask(analysis, { ...draft, id, ...arrival, ...(parent === undefined ? {} : { parent }) });
      },
      ...setFields({ task: id }, fields),
    ],
  }),
  insertTask: defineCommand({
    about: 'Puts a new task on the connection between two others.',
    phase: 'add',
    takes: {
      id: { kind: 'text', about: 'its id, free in the whole workflow' },
      ...DRAFT,
      ...FIELDS,
      source: { kind: 'text', about: 'the task the connection leaves' },
      via: { kind: 'exit', about: 'the exit it leaves by; absent: on_success', isOptional: true },
      target: { kind: 'text', about: 'the task it leads to' },
    },
    example: { command: 'insertTask', id: 'check', type: 'basic', use: 'core:log', source: 'fetch', target: 'store' },
    steps: ({ id, fields, source, via = 'on_success', target, ...draft }) => [
      refuseTaken(id),
      ({ analysis }) => insertOnEdge(analysis, { ...draft, id, edgeId: formatEdgeId(source, via, target) }),
      ...setFields({ task: id }, fields),
    ],
  }),
  replaceTask: defineCommand({
    about: 'Replaces the work of a task; its connections, handlers and retry stay.',
    phase: 'set',
    takes: { task: { kind: 'text', about: 'the id of the task' }, ...DRAFT },
    example: {
      command: 'replaceTask',
      task: 'fetch',
      type: 'basic',
      use: 'core:http',
      with: { url: '{{ input.url }}' },
    },
    steps: ({ task, ...draft }) => [({ analysis }) => replaceTask(analysis, { id: task, draft })],
  }),
  convertTask: defineCommand({
    about: 'Changes the type of a task; what the new type does not have is removed.',
    phase: 'set',
    takes: { task: { kind: 'text', about: 'the id of the task' }, type: DRAFT.type },
    example: { command: 'convertTask', task: 'choose', type: 'decision' },
    steps: ({ task, type }) => [({ analysis }) => convertType(analysis, { id: task, type })],
  }),
  removeTasks: defineCommand({
    about: 'Removes tasks and the connections to them.',
    phase: 'remove',
    takes: { tasks: { kind: 'texts', about: 'their ids' }, heal: HEAL },
    example: { command: 'removeTasks', tasks: ['old'], heal: true },
    steps: ({ tasks, heal = false }) => [({ analysis }) => removeTasks(analysis, { ids: tasks, heal })],
  }),
  moveTasks: defineCommand({
    about: 'Moves tasks into a container, out of it, or to another place in their list.',
    phase: 'cut',
    takes: {
      tasks: { kind: 'texts', about: 'their ids' },
      parent: { kind: 'text', about: 'the container; absent: the top', isOptional: true },
      index: { kind: 'count', about: 'the place in the list, from 0; absent: the end', isOptional: true },
      heal: { kind: 'flag', about: 'true: connections that it would cut go', isOptional: true },
    },
    example: { command: 'moveTasks', tasks: ['check'], parent: 'group', index: 0 },
    steps: ({ tasks, parent = null, index, heal }) => [
      ({ analysis }) => moveTasksTo(analysis, { ids: tasks, parent, index, heal }),
    ],
  }),
  wrapTasks: defineCommand({
    about: 'Wraps tasks in a new container.',
    phase: 'cut',
    takes: {
      tasks: { kind: 'texts', about: 'their ids' },
      type: { kind: 'container', about: 'the kind of container' },
      id: { kind: 'text', about: 'the id of the container' },
    },
    example: { command: 'wrapTasks', tasks: ['one', 'two'], type: 'parallel', id: 'both' },
    steps: ({ tasks, type, id }) => [
      refuseTaken(id),
      ({ analysis }) => wrapInContainer(analysis, { ids: tasks, type, id }),
    ],
  }),
  unwrapTask: defineCommand({
    about: 'Replaces a container with its tasks.',
    phase: 'cut',
    takes: { task: { kind: 'text', about: 'the id of the container' } },
    example: { command: 'unwrapTask', task: 'group' },
    steps: ({ task }) => [({ analysis }) => unwrapContainer(analysis, { id: task })],
  }),
  disableTasks: defineCommand({
    about: 'Disables tasks, so that they pass their input on and do nothing, or enables them.',
    phase: 'set',
    takes: {
      tasks: { kind: 'texts', about: 'their ids' },
      disabled: { kind: 'flag', about: 'false enables them; absent: true', isOptional: true },
    },
    example: { command: 'disableTasks', tasks: ['notify'] },
    steps: ({ tasks, disabled = true }) => [
      ({ analysis }) => disableTasks(analysis, { ids: tasks, isDisabled: disabled }),
    ],
  }),
  setStart: defineCommand({
    about: 'Makes runs start at a task.',
    phase: 'connect',
    takes: { task: { kind: 'text', about: 'its id' } },
    example: { command: 'setStart', task: 'fetch' },
    steps: ({ task }) => [({ analysis }) => setStart(analysis, { id: task })],
  }),
  renameTask: defineCommand({
    about:
      'Renames the id of a task, and updates everything that names it: connections, templates, other files, tests.',
    phase: 'rename',
    takes: { task: { kind: 'text', about: 'its id' }, to: { kind: 'text', about: 'the id it gets' } },
    example: { command: 'renameTask', task: 'step1', to: 'fetch' },
    steps: ({ task, to }) => [({ analysis, files }) => renameTask(analysis, { id: task, to, files })],
  }),
};

/** The product makes ids unique; here other changes name the id that was asked for. */
function refuseTaken(id: string): ChangeStep {
  return ({ path, analysis }) => {
    const free = newTaskId(analysis, { type: 'basic', id });
    if (free === id) return ok({ origin: path, changes: [] });
    return err({
      code: 'DUPLICATE_ID',
      subject: id,
      message: `There is already a task “${id}”, or the id is reserved.`,
    });
  };
}

function isInOrder({ graph }: Analysis, id: string): boolean {
  const parent = graph.nodes.get(id)?.parent;
  return parent != null && runsInOrder(graph.nodes.get(parent)?.task.type);
}
