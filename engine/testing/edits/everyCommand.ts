import type { Result } from '../../base/index.ts';
import {
  addAction,
  addAgent,
  addMemory,
  addRoute,
  addTask,
  addTool,
  connectTasks,
  convertType,
  copyTasks,
  disableTasks,
  disconnectEdge,
  duplicateTasks,
  type ExitName,
  extractToFile,
  inlineImport,
  insertOnEdge,
  moveRoute,
  moveTasksTo,
  pasteTasks,
  type ResourceName,
  reconnectEdge,
  removeResource,
  removeRoute,
  removeTasks,
  renameDefinition,
  renameFile,
  renameResource,
  renameRoute,
  renameTask,
  replaceTask,
  setStart,
  unwrapContainer,
  wrapInContainer,
} from '../../edit/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { configOf, handlersOf, holdsTasks, TASK_TYPES, traitsOf } from '../../model/index.ts';
import type { Refusal, Transaction } from '../../text/index.ts';

/** A workspace in which commands are tried: its texts by path, and the analysis of the open file. */
export interface EditedFile {
  readonly analysis: Analysis;
  readonly files: ReadonlyMap<string, string>;
}

/** One call of a command with arguments that the app could give it. */
export interface CommandCall {
  readonly command: string;
  readonly args: unknown;
  /** Ids, of tasks or resources, that it takes away: what reads them may be wrong afterwards. */
  readonly removes: readonly string[];
  /** By the id before, the id after, where it gives another. */
  readonly renames: Readonly<Record<string, string>>;
  run(): Result<Transaction, Refusal>;
}

type Call = Pick<CommandCall, 'command' | 'args' | 'run'> & Partial<CommandCall>;

/** An id that expressions cannot read after a dot, and one that they can. */
const NEW_IDS = ['renamed', "new id's “name”"] as const;

/**
 * Every command of `engine/edit` on every part of a document that it could be given. Omitted are those that write what a person
 * typed (`setField`, `renameField`, `setSource`, `replaceText`) and those that write no text (`moveTasks`, `collapseTask`).
 */
export function everyCommand(file: EditedFile): readonly CommandCall[] {
  const { graph } = file.analysis;
  const calls = [
    ...[...graph.nodes.values()].flatMap((node) => [...ofTask(file, node), ...ofExits(file, node)]),
    ...graph.edges.flatMap(({ id }) => ofEdge(file, id)),
    ...ofResources(file),
    ...ofFile(file),
    ...pairs(file).flatMap((ids) => ofSelection(file, ids)),
  ];
  return calls.map((call) => ({ removes: [], renames: {}, ...call }));
}

function ofTask({ analysis, files }: EditedFile, { id, parent }: GraphNode): Call[] {
  const { graph } = analysis;
  const containers = [...graph.nodes.values()].filter((node) => holdsTasks(node.task.type)).map((node) => node.id);
  const yaml = copyTasks(analysis, [id]);
  return [
    ...TASK_TYPES.flatMap((type): Call[] => [
      { command: 'convertType', args: [id, type], run: () => convertType(analysis, { id, type }) },
      { command: 'replaceTask', args: [id, type], run: () => replaceTask(analysis, { id, draft: { type } }) },
      { command: 'addTask', args: [type, id], run: () => addTask(analysis, { type, parent: id }) },
    ]),
    ...NEW_IDS.map((to) => ({
      command: 'renameTask',
      args: [id, to],
      renames: { [id]: to },
      run: () => renameTask(analysis, { id, to }),
    })),
    ...[true, false].map((heal) => ({
      command: 'removeTasks',
      args: [id, heal],
      removes: insideOf(analysis, id),
      run: () => removeTasks(analysis, { ids: [id], heal }),
    })),
    { command: 'duplicateTasks', args: id, run: () => duplicateTasks(analysis, { ids: [id] }) },
    ...[true, false].map((isDisabled) => ({
      command: 'disableTasks',
      args: [id, isDisabled],
      run: () => disableTasks(analysis, { ids: [id], isDisabled }),
    })),
    { command: 'setStart', args: id, run: () => setStart(analysis, { id }) },
    { command: 'unwrapContainer', args: id, removes: [], run: () => unwrapContainer(analysis, { id }) },
    ...[null, ...containers].flatMap((to): Call[] => [
      ...[true, false].map((heal) => ({
        command: 'moveTasksTo',
        args: [id, to, heal],
        run: () => moveTasksTo(analysis, { ids: [id], parent: to, heal, index: to === parent ? 0 : undefined }),
      })),
      { command: 'pasteTasks', args: [id, to], run: () => pasteTasks(analysis, { yaml, parent: to }) },
    ]),
    {
      command: 'extractToFile',
      args: id,
      run: () => extractToFile(analysis, { kind: 'task', id, path: 'parts/extracted.yaml', files }),
    },
    {
      command: 'extractToFile',
      args: [id, '#list'],
      run: () => extractToFile(analysis, { kind: 'task', id, path: 'parts/list.yaml#taken', files }),
    },
    { command: 'inlineImport', args: id, run: () => inlineImport(analysis, { kind: 'task', id, files }) },
  ];
}

/** The ids that go when a task goes. */
function insideOf(analysis: Analysis, id: string): readonly string[] {
  const node = analysis.graph.nodes.get(id);
  return [id, ...(node?.children ?? []).flatMap((child) => insideOf(analysis, child))];
}

function ofExits({ analysis }: EditedFile, { id, task }: GraphNode): Call[] {
  const exits: ExitName[] = [...handlersOf(task.type), ...(traitsOf(task.type).hasRoutes ? (['routes'] as const) : [])];
  const targets = [...analysis.graph.nodes.keys(), 'end'];
  const keys = (configOf(task).routes ?? []).map(({ key }) => key);
  return [
    ...exits.flatMap((via) => [
      ...targets.map((target) => ({
        command: 'connectTasks',
        args: [id, via, target],
        run: () => connectTasks(analysis, { source: id, via, target }),
      })),
      ...TASK_TYPES.map((type) => ({
        command: 'addTask',
        args: [type, id, via],
        run: () => addTask(analysis, { type, after: { source: id, via } }),
      })),
    ]),
    ...(['config', 'on_error'] as const).flatMap((of) => [
      ...targets.map((target) => ({
        command: 'addRoute',
        args: [id, of, target],
        run: () => addRoute(analysis, { id, key: 'fresh', of, target }),
      })),
      ...keys.flatMap((key, index) => [
        { command: 'removeRoute', args: [id, key, of], run: () => removeRoute(analysis, { id, key, of }) },
        { command: 'renameRoute', args: [id, key, of], run: () => renameRoute(analysis, { id, key, of, to: 'x: y' }) },
        {
          command: 'moveRoute',
          args: [id, key, of],
          run: () => moveRoute(analysis, { id, key, of, index: 1 - index }),
        },
      ]),
    ]),
  ];
}

function ofEdge({ analysis }: EditedFile, edgeId: string): Call[] {
  const ids = [...analysis.graph.nodes.keys()];
  return [
    { command: 'disconnectEdge', args: edgeId, run: () => disconnectEdge(analysis, { edgeId }) },
    ...TASK_TYPES.map((type) => ({
      command: 'insertOnEdge',
      args: [edgeId, type],
      run: () => insertOnEdge(analysis, { edgeId, type }),
    })),
    ...[...ids, 'end'].map((target) => ({
      command: 'reconnectEdge',
      args: [edgeId, target],
      run: () => reconnectEdge(analysis, { edgeId, target }),
    })),
    ...ids.map((source) => {
      const target = analysis.graph.edges.find(({ id }) => id === edgeId)?.target ?? 'end';
      const args = { edgeId, source, target, via: 'on_success' } as const;
      return { command: 'reconnectEdge', args: [edgeId, source, target], run: () => reconnectEdge(analysis, args) };
    }),
  ];
}

function ofResources(file: EditedFile): Call[] {
  const { agents, tools, memory } = file.analysis.workflow;
  const names: ResourceName[] = [
    ...agents.map(({ id }) => ({ kind: 'agent', id }) as const),
    ...tools.map(({ id }) => ({ kind: 'tool', id }) as const),
    ...(memory ? [{ kind: 'memory', id: memory.id } as const] : []),
    ...agents.flatMap((agent) =>
      agent.memory ? [{ kind: 'memory', id: agent.memory.id, agent: agent.id } as const] : [],
    ),
    ...agents.flatMap((agent) => agent.actions.map(({ id }) => ({ kind: 'action', id, agent: agent.id }) as const)),
  ];
  return names.flatMap((name) => ofResource(file, name));
}

function ofResource({ analysis, files }: EditedFile, name: ResourceName): Call[] {
  const { kind, id } = name;
  const moved: Call[] =
    kind === 'agent' || kind === 'tool'
      ? [
          {
            command: 'extractToFile',
            args: name,
            run: () => extractToFile(analysis, { kind, id, path: 'parts/extracted.yaml', files }),
          },
          { command: 'inlineImport', args: name, run: () => inlineImport(analysis, { kind, id, files }) },
        ]
      : [];
  return [
    ...moved,
    ...NEW_IDS.map((to) => ({
      command: 'renameResource',
      args: [name, to],
      renames: { [id]: to },
      run: () => renameResource(analysis, { ...name, to, files }),
    })),
    { command: 'removeResource', args: name, removes: [id], run: () => removeResource(analysis, name) },
  ];
}

function ofFile({ analysis, files }: EditedFile): Call[] {
  const { path } = analysis;
  return [
    ...TASK_TYPES.map((type) => ({ command: 'addTask', args: type, run: () => addTask(analysis, { type }) })),
    { command: 'addAgent', args: null, run: () => addAgent(analysis, {}) },
    { command: 'addTool', args: null, run: () => addTool(analysis, {}) },
    { command: 'addMemory', args: null, run: () => addMemory(analysis, {}) },
    ...analysis.workflow.agents.flatMap(({ id: agent }) => [
      { command: 'addAction', args: agent, run: () => addAction(analysis, { agent }) },
      { command: 'addMemory', args: agent, run: () => addMemory(analysis, { agent }) },
    ]),
    ...[...files.keys()].map((from) => ({
      command: 'renameFile',
      args: from,
      run: () => renameFile(files, { from, to: `moved/${from}` }),
    })),
    { command: 'renameDefinition', args: path, run: () => renameDefinition(analysis, { to: 'renamed', files }) },
  ];
}

/** Each task alone, and neighbours: two and three in a row. */
function pairs({ analysis }: EditedFile): readonly (readonly string[])[] {
  const ids = [...analysis.graph.nodes.keys()];
  return ids.flatMap((_, index) => [1, 2, 3].map((count) => ids.slice(index, index + count)));
}

function ofSelection({ analysis }: EditedFile, ids: readonly string[]): Call[] {
  return [
    ...(['composite', 'parallel', 'collection'] as const).flatMap((type) =>
      [true, false].map((heal) => ({
        command: 'wrapInContainer',
        args: [ids, type, heal],
        run: () => wrapInContainer(analysis, { ids, type, heal }),
      })),
    ),
    ...(ids.length === 1
      ? []
      : [{ command: 'duplicateTasks', args: ids, run: () => duplicateTasks(analysis, { ids }) }]),
  ];
}
