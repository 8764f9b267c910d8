import { assertNever, type DataMap } from '../base/index.ts';
import { type Agent, configOf, roleOf, type Task, type Tool, traitsOf } from '../model/index.ts';
import { unionShapes } from './combineShapes.ts';
import { ERROR, eventShape } from './eventShape.ts';
import { MEMORY, runInputShape } from './inputShape.ts';
import type { ExpressionPlace, KnownValues } from './KnownValues.ts';
import { answerShape, conditionShape, resultShape, signalShape, useShape } from './outputShape.ts';
import {
  ANY,
  BOOLEAN,
  canBe,
  describe,
  LIST,
  lazy,
  listOf,
  MAP,
  mapOf,
  NUMBER,
  oneOf,
  openMapOf,
  orNull,
  type Shape,
  TEXT,
  toMembers,
} from './Shape.ts';

const STATUS = oneOf(['pending', 'running', 'waiting', 'retrying', 'success', 'error', 'skipped', 'cancelled']);

/** What a root is in an expression at a place; ANY where nothing is known. */
export function readRoot(known: KnownValues, place: ExpressionPlace, root: string): Shape {
  const { task } = place;
  switch (root) {
    case 'tasks':
    case 'agents':
    case 'tools':
    case 'memory':
    case 'workflow':
    case 'trigger':
      return known.shared(root, () => sharedRoot(known, root));
    case 'env':
      return task === null || task.env === null
        ? known.shared(root, () => envShape(known, null))
        : envShape(known, task);
    case 'input':
      return task === null ? ANY : known.input(task, place.inside[0] === 'with' ? 'passed' : 'whole');
    case 'output':
      return task === null ? ANY : ownOutput(known, task, place.inside);
    case 'error':
      return place.inside[0] === 'on_error' ? ERROR : orNull(ERROR);
    case 'event':
      return eventShape(known, place);
    case 'value':
      return valueShape(known, place);
    case 'signal':
      return task !== null && traitsOf(task.type).waits
        ? orNull(signalShape('', task))
        : orNull({ ...signalShape('', null), kinds: null });
    default:
      return readScalarRoot(known, task, root);
  }
}

function sharedRoot(known: KnownValues, root: 'tasks' | 'agents' | 'tools' | 'memory' | 'workflow' | 'trigger'): Shape {
  const { agents, tools } = known.workflow;
  switch (root) {
    case 'tasks': {
      const named = [...known.tasks.values()].filter(({ id }) => id !== '');
      return mapOf(Object.fromEntries(named.map((task) => [task.id, () => taskState(known, task)])));
    }
    case 'agents':
      return openMapOf(Object.fromEntries(agents.map((agent) => [agent.id, () => agentState(agent)])));
    case 'tools':
      return openMapOf(Object.fromEntries(tools.map((tool) => [tool.id, () => toolState(tool)])));
    case 'memory':
      return memoryShape(known);
    case 'workflow':
      return mapOf({ input: () => runInputShape(known), id: orNull(TEXT), name: orNull(TEXT), run_id: orNull(TEXT) });
    case 'trigger':
      return mapOf({ input: () => runInputShape(known) });
    default:
      return assertNever(root);
  }
}

function readScalarRoot(known: KnownValues, task: Task | null, root: string): Shape {
  switch (root) {
    case 'item':
    case 'items':
    case 'batch': {
      const collection = collectionAround(known, task);
      if (collection === null) return ANY;
      return orNull(root === 'item' ? known.item(collection) : listOf(() => known.item(collection)));
    }
    case 'index':
    case 'batch_index':
    case 'attempt':
    case 'retry_count':
      return orNull(NUMBER);
    case 'operation_id':
    case 'id':
    case 'type':
      return orNull(TEXT);
    case 'status':
      return orNull(STATUS);
    default:
      return ANY;
  }
}

function collectionAround(known: KnownValues, task: Task | null): Task | null {
  for (let at = task; at !== null; at = known.parentOf(at)) if (hasItems(at)) return at;
  return null;
}

function hasItems({ type }: Task): boolean {
  return traitsOf(type).children === 'item';
}

/** `output` by the moment: what `use` gave while the task decides or maps, its result in handlers. */
function ownOutput(known: KnownValues, task: Task, inside: ExpressionPlace['inside']): Shape {
  const [first, second] = inside;
  if (first === 'config') {
    const { usesFirst, waits } = traitsOf(task.type);
    if (waits && second === 'condition' && task.use !== null) return probeShape(known, task);
    if (!usesFirst) return ANY;
    const isDecided = (second === 'routes' || second === 'default') && inside.includes('with');
    return isDecided ? known.output(task) : useShape(known, task);
  }
  const role = roleOf(String(first));
  if (role === 'success' || role === 'route') return known.output(task);
  if (role === 'complete' || first === undefined) return orNull(known.output(task));
  return ANY;
}

/** What a wait has asked for; of one that a signal ends, nothing was asked. */
function probeShape(known: KnownValues, task: Task): Shape {
  return (configOf(task).signal ?? null) === null ? useShape(known, task) : ANY;
}

function valueShape(known: KnownValues, { task, inside }: ExpressionPlace): Shape {
  const [first, second] = inside;
  if (task !== null && traitsOf(task.type).hasRoutes && first !== 'on_error') {
    const isDecided = second === 'routes' || second === 'default' || roleOf(String(first)) === 'route';
    return isDecided ? conditionShape(known, task) : ANY;
  }
  if (first !== 'on_error' || second !== 'routes' || task === null) return ANY;
  const handler = task.handlers.find(({ name }) => name === 'on_error');
  if (handler === undefined || handler.condition === null) return TEXT;
  return known.data(handler.condition, { task, inside: ['on_error', 'condition'] }, { bare: true });
}

/** What `tasks.<id>` holds for every task; before it has begun there is only a status. Made once: there are many tasks. */
const COMMON_STATE = toMembers({
  error: orNull(ERROR),
  status: STATUS,
  duration: orNull(describe(NUMBER, 'Milliseconds.')),
  start_time: orNull(describe(TEXT, 'ISO 8601.')),
  end_time: orNull(describe(TEXT, 'ISO 8601.')),
  retry_count: orNull(describe(NUMBER, 'Retries made.')),
});
const FAILED_COUNT = orNull(describe(NUMBER, 'Items that failed.'));

function taskState(known: KnownValues, task: Task): Shape {
  const members = new Map([['output', lazy(() => orNull(known.output(task)))], ...COMMON_STATE]);
  if (hasItems(task)) {
    const description = 'Each item: `{status, output, error, duration}`.';
    members.set(
      'items',
      lazy(() => orNull(listOf(() => itemState(known, task), description))),
    );
    members.set('failed_count', () => FAILED_COUNT);
  }
  const description = [task.name ?? '', task.type === 'unknown' ? '' : task.type].filter((part) => part !== '');
  return { ...MAP, description: description.join(' · '), members, isClosed: true };
}

function itemState(known: KnownValues, task: Task): Shape {
  return openMapOf({
    status: STATUS,
    output: () => orNull(known.output(task).items?.() ?? ANY),
    error: orNull(ERROR),
    duration: orNull(NUMBER),
  });
}

function agentState(agent: Agent): Shape {
  const [first, ...rest] = agent.actions.map((action) => answerShape(agent, action));
  const data = (): Shape => (first === undefined ? ANY : rest.reduce(unionShapes, first));
  const metadata = openMapOf({ model: TEXT, timestamp: TEXT, provider: TEXT, simulated: BOOLEAN, usage: orNull(MAP) });
  return orNull(
    mapOf({ output: orNull(mapOf({ data, metadata }, 'The last finished answer.')), error: orNull(ERROR) }),
  );
}

/** A list is shown as `{results, metadata}` (format.md 2). */
function toolState(tool: Tool): Shape {
  const metadata = mapOf({ total: NUMBER, timestamp: TEXT });
  const data = (): Shape => {
    const result = resultShape(tool);
    if (!canBe(result, 'list') || result.kinds === null) return result;
    const shown = mapOf({
      results: { ...LIST, ...(result.items === undefined ? {} : { items: result.items }) },
      metadata,
    });
    return result.kinds.length === 1 ? shown : ANY;
  };
  return orNull(mapOf({ output: orNull(mapOf({ data }, 'The last finished result.')), error: orNull(ERROR) }));
}

function memoryShape({ workflow }: KnownValues): Shape {
  const memories = [workflow.memory, ...workflow.agents.map((agent) => agent.memory)].filter(
    (memory) => memory !== null,
  );
  return openMapOf(Object.fromEntries(memories.map((memory) => [memory.id, orNull(MEMORY)])));
}

/** Variables are text; what a document writes under `env` is what it is. */
function envShape({ workflow }: KnownValues, task: Task | null): Shape {
  const written: readonly (DataMap | null)[] = [
    workflow.env,
    ...workflow.agents.map((agent) => agent.env),
    ...workflow.tools.map((tool) => tool.env),
    task?.env ?? null,
  ];
  const names = new Set(written.flatMap((env) => [...(env?.keys() ?? [])]));
  return openMapOf(Object.fromEntries([...names].map((name) => [name, variableShape(written, name)])));
}

function variableShape(written: readonly (DataMap | null)[], name: string): Shape {
  const isText = written.every((env) => {
    const value = env?.get(name);
    return value === undefined || (typeof value === 'string' && !/^\s*\{\{.*\}\}\s*$/s.test(value));
  });
  return isText ? orNull(TEXT) : { ...ANY, type: 'text' };
}
