import { type Data, isDataMap } from '../base/index.ts';
import { type ExpressionNode, parseBareTemplate } from '../expression/index.ts';
import { configOf, type Setting, type Task, type Workflow } from '../model/index.ts';
import { type Bound, endedAfter, inTurn, NOTHING, repeated, smaller, sum, type Taken, unbounded } from './Bound.ts';

/** Batches at once where `max_concurrent` is absent: one if they hold several items, else this many (format.md 4). */
const BATCHES_AT_ONCE = 10;

/** The parts of a collection: what is called before and after each item and each batch, and what is done for each item. */
export interface ItemParts {
  readonly begin: Taken;
  readonly body: Taken;
  readonly end: Taken;
  readonly beginBatch: Taken;
  readonly endBatch: Taken;
}

/** One attempt of a collection: its batches, as many at once as its text says, each with its items one by one or together. */
export function boundItems(workflow: Workflow, task: Task, parts: ItemParts): Taken {
  const config = configOf(task);
  const perItem = valueOf(config.timeoutPerItem);
  const work = inTurn(parts.begin, parts.body);
  const item = inTurn(perItem === null ? work : endedAfter(work, perItem), parts.end);
  const whole = inTurn(item, parts.beginBatch, parts.endBatch);
  if (whole.asked.most === 0 && whole.cost.most === 0) return NOTHING;
  const count = countItems(config.items ?? null, workflow.inputSchema);
  if (count === null) return withoutCount(task, whole);
  const size = Math.floor(readSize(config.batchSize, 1));
  const isSequential = config.mode?.kind === 'value' && config.mode.value === 'sequential';
  // A template may say that they go one by one.
  const isTogether = !isSequential && config.mode?.kind !== 'template';
  const lanes = isTogether ? Math.floor(readSize(config.maxConcurrent, size > 1 ? 1 : BATCHES_AT_ONCE)) : 1;
  // Fewer than one is refused.
  if (size < 1 || lanes < 1) return NOTHING;
  const inBatch = Math.min(size, count);
  const items = isTogether ? item : repeated(item, inBatch);
  const perBatch = valueOf(config.timeoutPerBatch);
  const bounded = perBatch === null ? items : inTurn(endedAfter(items, perBatch), parts.end);
  const batch = inTurn(parts.beginBatch, smaller(items, bounded), parts.endBatch);
  const batches = Math.ceil(count / size);
  const { time, asked } = repeated(batch, Math.ceil(batches / lanes));
  const { cost } = inTurn(repeated(item, count), repeated(inTurn(parts.beginBatch, parts.endBatch), batches));
  return { time, asked, cost };
}

/** Nothing is said of how many there are, and so of how long what is said of one of them takes. */
function withoutCount({ id }: { readonly id: string }, { time, asked, cost }: Taken): Taken {
  const gap = (bound: Bound): Bound => (bound.most === 0 ? bound : sum([unbounded(id, 'items'), bound]));
  return { time: gap(time), asked: gap(asked), cost: gap(cost) };
}

/** A template may give any number, and null: the least is taken, which is the slowest. */
function readSize(setting: Setting<number> | null | undefined, otherwise: number): number {
  if (setting == null) return otherwise;
  return setting.kind === 'value' ? setting.value : 1;
}

function valueOf(setting: Setting<number> | null | undefined): number | null {
  return setting?.kind === 'value' ? setting.value : null;
}

/** How many items there are at most, where the text says it: a list, a map, or an input whose schema has `maxItems`. */
function countItems(items: Data, inputSchema: Data): number | null {
  if (Array.isArray(items)) return items.length;
  if (isDataMap(items)) return items.size;
  if (typeof items !== 'string') return null;
  const template = parseBareTemplate(items);
  if (template.kind !== 'expression' || template.errors.length > 0) return null;
  const { ast: root } = template.expression;
  if (root.kind === 'list') return root.items.length;
  if (root.kind === 'map') return root.entries.length;
  const path = pathOf(root);
  const [name, part, ...keys] = path ?? [];
  // The run's input fits its schema before anything starts; that of a task is another one.
  return (name === 'workflow' || name === 'trigger') && part === 'input' ? maxItems(inputSchema, keys) : null;
}

/** The keys of a chain of members, its root first; null for all else. */
function pathOf(node: ExpressionNode): readonly (string | number)[] | null {
  const keys: (string | number)[] = [];
  let at = node;
  for (; at.kind === 'member'; at = at.object) keys.unshift(at.key);
  return at.kind === 'root' ? [at.name, ...keys] : null;
}

function maxItems(inputSchema: Data, keys: readonly (string | number)[]): number | null {
  let schema = inputSchema;
  for (const key of keys) {
    const properties = keyOf(schema, 'properties');
    schema = keyOf(properties, String(key));
  }
  const most = keyOf(schema, 'maxItems');
  return keyOf(schema, 'type') === 'array' && typeof most === 'number' && most >= 0 ? most : null;
}

function keyOf(data: Data, key: string): Data {
  return isDataMap(data) ? (data.get(key) ?? null) : null;
}
