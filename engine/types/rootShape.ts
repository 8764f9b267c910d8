import { isDataMap, type Json } from '../base/index.ts';
import { ROOTS } from '../expression/index.ts';
import type { Analysis } from '../graph/index.ts';
import { type Agent, type Task, type Tool, walkTasks } from '../model/index.ts';
import { findNode, toNodeData } from '../syntax/index.ts';
import { actionShape, outputShape } from './outputShape.ts';
import { ANY, mapOf, mergeShapes, type Shape, scalar, shapeOfData, shapeOfSchema } from './Shape.ts';

/** What the caller knows beyond the document. */
export interface ShapeContext {
  /** Names of the workspace's variables, for `env.`. */
  readonly variables?: readonly string[];
  /**
   * What a root gave in the last run: `tasks` is `{id: {output, status, …}}`. `task` is the id of the task whose text
   * holds the expression (null outside of tasks), for roots that depend on it, as `input` does. Undefined where nothing
   * is known. Secrets must be masked already: what it gives is shown.
   */
  readonly lastValues?: (root: string, task: string | null) => Json | undefined;
}

/** The document, the task whose text holds the expression (null outside of tasks), and what the caller knows. */
export interface ShapeScope {
  readonly analysis: Analysis;
  readonly task: Task | null;
  readonly context: ShapeContext;
}

const ERROR = mapOf(
  {
    code: scalar('text', 'Such as `EXECUTION_ERROR` or `TIMEOUT_ERROR`.'),
    message: scalar('text', 'What went wrong, in words.'),
    details: mapOf({ type: scalar('text'), reason: scalar('text') }, 'More about it.'),
  },
  'The error, when it failed.',
);

const MESSAGES = scalar('list', 'Messages of `{role, content, timestamp}`.');

const MEMORY = mapOf({
  current_thread: mapOf(
    {
      thread_id: scalar('text'),
      messages: MESSAGES,
      metadata: mapOf({ created_at: scalar('text'), updated_at: scalar('text') }),
    },
    'The conversation of this run.',
  ),
  last_messages: MESSAGES,
  semantic_search: scalar('list', 'What was recalled: `{content, similarity, timestamp, metadata}`.'),
  working_memory: scalar('text', 'The block of working memory.'),
});

const EVENT = mapOf({
  type: scalar('text', 'The key of the handler.'),
  source: scalar('text', 'The id of the task it came from.'),
  timestamp: scalar('text', 'ISO 8601.'),
  input: scalar('any', 'The input of the task, for on_start.'),
  output: scalar('any', 'The output of the task, after success.'),
  error: ERROR,
  status: scalar('text'),
  duration: scalar('number', 'Milliseconds.'),
  attempt: scalar('number'),
  item: scalar('any', 'Of a collection.'),
  index: scalar('number'),
  batch_index: scalar('number'),
  operation_id: scalar('text', 'Of a parallel task.'),
  task_id: scalar('text', 'Of a composite.'),
  value: scalar('any', "The value of a decision's condition."),
  route: scalar('text'),
  check: scalar('number', 'Of a wait, from 1.'),
  elapsed: scalar('number', 'Milliseconds.'),
  remaining: scalar('number', 'Milliseconds.'),
  reason: scalar('text', 'Why a wait ended: timeout or max_checks.'),
});

const UNKNOWN_ROOTS: ReadonlyMap<string, Shape> = new Map(
  ROOTS.map((root) => [root.name, scalar(root.type, root.description)]),
);

/** What is known of a root in an expression; undefined when there is no such root. */
export function rootShape(scope: ShapeScope, root: string): Shape | undefined {
  const known = UNKNOWN_ROOTS.get(root);
  const shape = known === undefined ? undefined : readRoot(scope, root);
  return known === undefined || shape === undefined
    ? known
    : { ...shape, type: shape.type === 'any' ? known.type : shape.type, description: known.description };
}

function readRoot(scope: ShapeScope, root: string): Shape | undefined {
  const { workflow } = scope.analysis;
  switch (root) {
    case 'tasks':
      return mapOf(
        Object.fromEntries(
          [...walkTasks(workflow)]
            .filter(({ task }) => task.id !== '')
            .map(({ task }) => [task.id, () => taskShape(scope, task)]),
        ),
      );
    case 'agents':
      return mapOf(Object.fromEntries(workflow.agents.map((agent) => [agent.id, () => agentShape(agent)])));
    case 'tools':
      return mapOf(Object.fromEntries(workflow.tools.map((tool) => [tool.id, () => toolShape(tool)])));
    case 'memory':
      return memoryShape(scope);
    case 'env':
      return envShape(scope);
    case 'workflow':
      return mapOf({
        input: shapeOfSchema(workflow.inputSchema ?? undefined),
        id: scalar('text'),
        name: scalar('text'),
        run_id: scalar('text'),
      });
    case 'trigger':
      return mapOf({ input: shapeOfSchema(workflow.inputSchema ?? undefined) });
    case 'input':
      return inputShape(scope);
    case 'output':
      return scope.task === null ? undefined : outputShape(workflow, scope.task);
    case 'error':
      return ERROR;
    case 'event':
      return EVENT;
    case 'signal':
      return mapOf({ payload: scalar('any', 'What was sent with the signal.') });
    default:
      return undefined;
  }
}

function taskShape({ analysis }: ShapeScope, task: Task): Shape {
  const isCollection = task.type === 'collection';
  return mapOf(
    {
      output: () => outputShape(analysis.workflow, task),
      error: ERROR,
      status: scalar('text', 'running, success, error, …'),
      duration: scalar('number', 'Milliseconds.'),
      start_time: scalar('text', 'ISO 8601.'),
      end_time: scalar('text', 'ISO 8601.'),
      retry_count: scalar('number', 'Retries made.'),
      ...(isCollection
        ? {
            items: scalar('list', 'Each item: `{status, output, error, duration}`.'),
            failed_count: scalar('number', 'Items that failed.'),
          }
        : {}),
    },
    [task.name ?? '', task.type === 'unknown' ? '' : task.type].filter((part) => part !== '').join(' · '),
  );
}

function agentShape(agent: Agent): Shape {
  const action = agent.actions.length === 1 ? (agent.actions[0] ?? null) : null;
  const metadata = mapOf({ model: scalar('text'), timestamp: scalar('text') });
  return mapOf({
    output: mapOf({ data: () => actionShape(action), metadata }, 'The last finished answer.'),
    error: ERROR,
  });
}

function toolShape(tool: Tool): Shape {
  return mapOf({
    output: mapOf({ data: () => shapeOfSchema(tool.schema.output ?? undefined) }, 'The last finished result.'),
    error: ERROR,
  });
}

function memoryShape({ analysis: { workflow } }: ShapeScope): Shape {
  const memories = [workflow.memory, ...workflow.agents.map((agent) => agent.memory)].filter(
    (memory) => memory !== null,
  );
  return mapOf(Object.fromEntries(memories.map((memory) => [memory.id, MEMORY])));
}

function envShape({ analysis: { workflow }, task, context }: ShapeScope): Shape {
  const written = [
    workflow.env,
    ...workflow.agents.map((agent) => agent.env),
    ...workflow.tools.map((tool) => tool.env),
    task?.env ?? null,
  ];
  const names = new Set([...(context.variables ?? []), ...written.flatMap((env) => [...(env?.keys() ?? [])])]);
  return mapOf(Object.fromEntries([...names].map((name) => [name, scalar('text')])));
}

/** A task's input: its `with`, what handlers pass to it, its schema; of the first task also the run's input (format.md 2). */
function inputShape({ analysis, task }: ShapeScope): Shape {
  if (task === null) return ANY;
  const { workflow, graph, syntax } = analysis;
  const passed = graph.edges
    .filter((edge) => edge.target === task.id)
    .map((edge) => toNodeData(findNode(syntax, [...edge.path, 'with']) ?? null))
    .filter(isDataMap);
  const isStart = graph.nodes.get(task.id)?.isStart === true;
  const parts = [
    isStart ? shapeOfSchema(workflow.inputSchema ?? undefined) : ANY,
    shapeOfData(task.with ?? undefined),
    ...passed.map(shapeOfData),
    shapeOfSchema(task.inputSchema ?? undefined),
  ];
  return parts.reduce(mergeShapes);
}
