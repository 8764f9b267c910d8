import { assertNever, holdsWorkflow } from '#engine';
import {
  childrenOf,
  configOf,
  formatDuration,
  type ResolvedUse,
  resolveUse,
  type Setting,
  type Task,
  traitsOf,
  type Workflow,
} from '#engine/model';
import { type Data, isDataMap } from '#engine/values';
import { kindOf } from '../../session/index.ts';
import type { Kind } from '../../ui/index.ts';

/** The text of a card for a task as written. */
export interface TaskText {
  readonly kind: Kind;
  /** Its name, else its id. */
  readonly title: string;
  /** What it uses, an agent with its model, or what its type makes of it: one short line. */
  readonly uses: string;
  /** The same with nothing omitted: an agent's action too. */
  readonly usesWhole: string;
  /** The line for progress while nothing runs; null on cards without one. */
  readonly plan: string | null;
  /** The file of the workspace that a built-in is to run, as written; null where there is none, or an expression says which. */
  readonly opens: string | null;
}

/** Reads what the card of a task shows, in the words of the format. */
export function describeTask(workflow: Workflow, task: Task): TaskText {
  const use = resolveUse(workflow, task);
  const whole = task.type === 'unknown' ? describeType(task) : (describeUse(task, use) ?? describeType(task));
  return {
    kind: kindOf(workflow, task),
    title: task.name ?? (task.id === '' ? 'Task without id' : task.id),
    uses: use.kind === 'agent' ? describeAgent(use, whole) : whole,
    usesWhole: whole,
    plan: describePlan(task),
    opens: use.kind === 'core' ? fileOf(task.with) : null,
  };
}

/** The workflow that a `with` names. */
function fileOf(input: Data | null): string | null {
  const file = isDataMap(input) ? input.get('file') : null;
  return typeof file === 'string' && holdsWorkflow(file) && !file.includes('{{') ? file.replace(/^\.\//, '') : null;
}

function describeUse(task: Task, use: ResolvedUse): string | null {
  switch (use.kind) {
    case 'agent': {
      const parts = [`agent:${use.agent.id}`, use.action?.id ?? task.action, modelOf(use)];
      return parts.filter(Boolean).join(' · ');
    }
    case 'tool':
      return `tool:${use.tool.id}`;
    case 'core':
      return `core:${use.name}`;
    case 'mcp':
      return `mcp:${use.server}/${use.tool}`;
    case 'unresolved':
      return use.text;
    case 'none':
      return task.import;
    default:
      return assertNever(use);
  }
}

type UsedAgent = Extract<ResolvedUse, { kind: 'agent' }>;

/** An agent with its model on a line as short as a card's: its icon says that it is one, its name what it does. */
function describeAgent(use: UsedAgent, whole: string): string {
  const model = modelOf(use);
  if (model === null) return whole;
  const isOneOfSeveral = use.action !== null && use.agent.actions.length > 1;
  return [use.agent.id, isOneOfSeveral ? use.action.id : null, model].filter(Boolean).join(' · ');
}

/** The model that answers: the action's own before the agent's. Null where an expression chooses it: half of one says nothing. */
function modelOf({ agent, action }: UsedAgent): string | null {
  const model = action?.config?.get('model') ?? agent.config?.get('model');
  return typeof model === 'string' && model !== '' && !model.includes('{{') ? model : null;
}

function describeType(task: Task): string {
  if (task.type === 'unknown') return task.writtenType === null ? 'No type yet' : `Unknown type “${task.writtenType}”`;
  const { output } = traitsOf(task.type);
  const { condition = null, routes, signal = null, mapping } = configOf(task);
  const count = childrenOf(task).length;
  switch (output) {
    case 'result':
      return 'Passes its input through';
    case 'children':
      return countOf(count, 'task');
    case 'items':
      return count > 0 ? `${countOf(count, 'task')} per item` : 'Passes each item on';
    case 'choice':
      return condition === null ? describeRoutes(routes?.length ?? 0) : short(condition);
    case 'verdict':
      return signal === null ? describeWait(condition) : `signal ${short(signal)}`;
    case 'mapping':
      return describeMapping(mapping);
    default:
      return assertNever(output);
  }
}

function describeRoutes(count: number): string {
  return count === 0 ? 'No condition yet' : countOf(count, 'route');
}

function describeWait(condition: Data): string {
  return condition === null ? 'A fixed time' : short(condition);
}

function describeMapping(mapping: Data | undefined): string {
  if (mapping === undefined) return 'Passes its input through';
  return isDataMap(mapping) ? countOf(mapping.size, 'field') : short(mapping);
}

function describePlan(task: Task): string | null {
  const { children, waits } = traitsOf(task.type);
  const { checkInterval, timeout, condition = null, signal = null, items = null, batchSize } = configOf(task);
  // Without anything to wait for, it lasts as long as it may.
  if (waits && condition === null && signal === null) return timeout ? `for ${duration(timeout)}` : null;
  if (waits) {
    return join([
      checkInterval ? `every ${duration(checkInterval)}` : null,
      timeout ? `up to ${duration(timeout)}` : null,
    ]);
  }
  if (children === 'item') {
    return join([items === null ? 'input.items' : short(items), batchSize ? `batches of ${setting(batchSize)}` : null]);
  }
  if (task.retry === null) return null;
  const { attempts, backoff, interval } = task.retry;
  return join([countOf(setting(attempts), 'retry'), `${setting(backoff)} from ${duration(interval)}`]);
}

function join(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}

function setting(value: Setting<string | number>): string {
  return value.kind === 'value' ? String(value.value) : value.source;
}

function duration(value: Setting<number>): string {
  return value.kind === 'value' ? formatDuration(value.value) : value.source;
}

/** One line of a value as written. */
function short(data: Data): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return countOf(data.length, 'item');
  if (isDataMap(data)) return countOf(data.size, 'field');
  return (typeof data === 'string' ? data : JSON.stringify(data)).trim().replace(/\s+/g, ' ');
}

const PLURALS: ReadonlyMap<string, string> = new Map([['retry', 'retries']]);

function countOf(count: number | string, noun: string): string {
  return `${count} ${String(count) === '1' ? noun : (PLURALS.get(noun) ?? `${noun}s`)}`;
}
