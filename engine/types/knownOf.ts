import { type Data, isDataMap } from '../base/index.ts';
import { parseBareTemplate, parseTemplate, type Template } from '../expression/index.ts';
import { exitsOf, type Task, type Workflow, walkTasks } from '../model/index.ts';
import { unionShapes } from './combineShapes.ts';
import type { TypeScope } from './Inference.ts';
import { inferType } from './inferType.ts';
import { inputShape, itemShape } from './inputShape.ts';
import type { Arrival, KnownValues } from './KnownValues.ts';
import { outputShape } from './outputShape.ts';
import { readRoot } from './readRoot.ts';
import { ANY, BOOLEAN, lazy, listOf, NOTHING, NUMBER, type Shape, TEXT } from './Shape.ts';

const all = new WeakMap<Workflow, KnownValues>();

/** What is known of a workflow's values. The same workflow gives the same, so that each thing is found out once. */
export function knownOf(workflow: Workflow): KnownValues {
  let known = all.get(workflow);
  if (known === undefined) {
    known = createKnown(workflow);
    all.set(workflow, known);
  }
  return known;
}

function createKnown(workflow: Workflow): KnownValues {
  const tasks = new Map<string, Task>();
  const parents = new Map<Task, Task | null>();
  for (const { task, parent } of walkTasks(workflow)) {
    parents.set(task, parent);
    if (!tasks.has(task.id)) tasks.set(task.id, task);
  }
  const startId = workflow.start ?? workflow.tasks[0]?.id ?? null;
  let arrivals: ReadonlyMap<string, readonly Arrival[]> | undefined;
  const roots = new Map<string, Shape>();
  const known: KnownValues = {
    workflow,
    tasks,
    isStart: (task) => task.id === startId && (parents.get(task) ?? null) === null,
    parentOf: (task) => parents.get(task) ?? null,
    arrivalsOf: (task) => {
      arrivals ??= collectArrivals(parents.keys());
      return arrivals.get(task.id) ?? [];
    },
    output: once((task) => outputShape(known, task)),
    input: (task, part) => (part === 'whole' ? whole(task) : passed(task)),
    item: once((task) => itemShape(known, task)),
    shared: (root, make) => {
      let shape = roots.get(root);
      if (shape === undefined) {
        shape = make();
        roots.set(root, shape);
      }
      return shape;
    },
    data: (data, place, options) => inferData(data, { root: (name) => readRoot(known, place, name) }, options),
  };
  const whole = once((task) => inputShape(known, task, 'whole'));
  const passed = once((task) => inputShape(known, task, 'passed'));
  return known;
}

/** Made once for each task, on first access. */
function once(make: (task: Task) => Shape): (task: Task) => Shape {
  const made = new Map<Task, () => Shape>();
  return (task) => {
    let shape = made.get(task);
    if (shape === undefined) {
      shape = lazy(() => make(task));
      made.set(task, shape);
    }
    return shape();
  };
}

function collectArrivals(tasks: Iterable<Task>): ReadonlyMap<string, readonly Arrival[]> {
  const arrivals = new Map<string, Arrival[]>();
  for (const source of tasks) {
    for (const { via, target } of exitsOf(source)) {
      for (const id of target.next) {
        const known = arrivals.get(id);
        if (known === undefined) arrivals.set(id, [{ source, via, target }]);
        else known.push({ source, via, target });
      }
    }
  }
  return arrivals;
}

/** What a template gives: one whole expression keeps its type, mixed text is text. */
export function inferTemplate(template: Template, scope: TypeScope): Shape {
  if (template.errors.length > 0) return ANY;
  return template.kind === 'expression' ? inferType(template.expression.ast, scope) : TEXT;
}

/** Templates in data as they are written; `bare` text is an expression also without braces (format.md 8). */
export function inferData(data: Data, scope: TypeScope, options?: { readonly bare: boolean }): Shape {
  if (data === null) return NOTHING;
  if (isDataMap(data))
    return {
      type: 'map',
      description: '',
      kinds: ['map'],
      members: new Map([...data].map(([key, value]) => [key, lazy(() => inferData(value, scope))] as const)),
      isClosed: true,
    };
  switch (typeof data) {
    case 'number':
      return NUMBER;
    case 'boolean':
      return BOOLEAN;
    case 'string':
      if (options?.bare !== true && !data.includes('{{')) return TEXT;
      return inferTemplate(options?.bare === true ? parseBareTemplate(data) : parseTemplate(data), scope);
    default:
      return inferList(data, scope);
  }
}

/** More items than this are not inferred one by one. */
const MOST_ITEMS = 50;

function inferList(items: readonly Data[], scope: TypeScope): Shape {
  return listOf(() => {
    const [first, ...rest] = items.map((item) => inferData(item, scope));
    return first === undefined || rest.length >= MOST_ITEMS ? ANY : rest.reduce(unionShapes, first);
  });
}
