import { assertNever, isDataMap } from '../base/index.ts';
import { type Action, childrenOf, resolveUse, type Task, type Workflow } from '../model/index.ts';
import { ANY, listOf, mapOf, mergeShapes, type Shape, scalar, shapeOfData, shapeOfSchema } from './Shape.ts';

/** What the built-ins answer (format.md 3); the others answer anything. */
const BUILT_INS: ReadonlyMap<string, Shape> = new Map([
  [
    'http',
    mapOf({
      status: scalar('number', 'The HTTP status.'),
      ok: scalar('true or false', 'Whether the status is 2xx.'),
      headers: scalar('map', 'Headers by name, in small letters.'),
      body: scalar('any', 'The parsed JSON, else text.'),
    }),
  ],
  [
    'csv',
    mapOf({
      rows: scalar('list', 'The rows, as maps by column.'),
      columns: scalar('list', 'The names of the columns.'),
      text: scalar('text', 'The text written from rows.'),
    }),
  ],
  ['html', mapOf({ title: scalar('text'), text: scalar('text'), links: scalar('list'), tables: scalar('list') })],
  ['validate', mapOf({ valid: scalar('true or false'), errors: scalar('list'), value: ANY })],
  ['hash', scalar('text', 'The hash in hex.')],
  ['kv', mapOf({ value: ANY, keys: scalar('list') })],
  ['file', mapOf({ text: scalar('text'), paths: scalar('list') })],
  ['memory', mapOf({ messages: scalar('list'), results: scalar('list') })],
]);

/** What is known of a task's output before the run: by its type, and by the schemas of what it uses (format.md 3 to 5). */
export function outputShape(workflow: Workflow, task: Task): Shape {
  switch (task.type) {
    case 'decision':
      return mapOf({
        value: scalar('any', 'What the condition gave.'),
        route: scalar('text', 'The key of the route that was taken.'),
        matched: scalar('true or false'),
      });
    case 'wait':
      return mapOf({
        satisfied: scalar('true or false'),
        checks: scalar('number', 'How many checks were made.'),
        waited: scalar('number', 'Milliseconds.'),
        value: scalar('any', 'What the condition gave last.'),
        signal: scalar('any', 'The signal that satisfied it.'),
      });
    case 'map':
      return mapShape(workflow, task);
    case 'collection':
      return listOf(() => itemShape(workflow, task));
    case 'parallel':
    case 'composite':
    case 'unknown':
      return childrenOf(task).length > 0 ? childrenShape(workflow, task) : useShape(workflow, task);
    case 'basic':
      return useShape(workflow, task);
    default:
      return assertNever(task);
  }
}

function mapShape(workflow: Workflow, task: Extract<Task, { type: 'map' }>): Shape {
  const { mapping } = task.config;
  if (isDataMap(mapping)) return mergeShapes(shapeOfData(mapping), shapeOfSchema(task.outputSchema ?? undefined));
  return task.outputSchema === null ? useShape(workflow, task) : shapeOfSchema(task.outputSchema);
}

function itemShape(workflow: Workflow, task: Task): Shape {
  const children = childrenOf(task);
  const [only] = children;
  if (only === undefined) return useShape(workflow, task);
  return children.length === 1 ? outputShape(workflow, only) : childrenShape(workflow, task);
}

function childrenShape(workflow: Workflow, task: Task): Shape {
  return mapOf(Object.fromEntries(childrenOf(task).map((child) => [child.id, () => outputShape(workflow, child)])));
}

function useShape(workflow: Workflow, task: Task): Shape {
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'agent':
      return actionShape(use.action);
    case 'tool':
      return shapeOfSchema(use.tool.schema.output ?? undefined);
    case 'core':
      return BUILT_INS.get(use.name) ?? ANY;
    case 'mcp':
    case 'unresolved':
    case 'none':
      return ANY;
    default:
      return assertNever(use);
  }
}

/** What an agent's action answers, by its schema. */
export function actionShape(action: Action | null): Shape {
  return shapeOfSchema(action?.output ?? undefined);
}
