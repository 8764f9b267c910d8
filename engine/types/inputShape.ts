import { childrenOf, configOf, type Task, traitsOf } from '../model/index.ts';
import { anyMember, intersectShapes, memberOf, overlayShapes, restrictKinds, unionShapes } from './combineShapes.ts';
import type { KnownValues } from './KnownValues.ts';
import { ANY, canBe, describe, listOf, MAP, mapOf, NUMBER, openMapOf, orNull, type Shape, TEXT } from './Shape.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';

const EMPTY = mapOf({});

/** What the run is given. */
export function runInputShape({ workflow }: KnownValues): Shape {
  return shapeOfSchema(workflow.inputSchema);
}

/**
 * A task's input (format.md 2): the run's for the first task, then its `with`, then what handlers pass to it, checked by
 * its schema. Its own `with` sees only what comes from elsewhere (`passed`).
 */
export function inputShape(known: KnownValues, task: Task, part: 'passed' | 'whole'): Shape {
  const isStart = known.isStart(task);
  const base = isStart ? runInputShape(known) : EMPTY;
  const passed = passedShape(known, task);
  const below = isMap(base) ? overlayShapes(base, passed) : anything(overlayShapes(base, passed));
  const isPerItem = traitsOf(task.type).children === 'item' && childrenOf(task).length === 0;
  if (part === 'passed' && !isPerItem) return below;
  const own = task.with === null ? EMPTY : known.data(task.with, { task, inside: ['with'] });
  const given = overlayShapes(overlayShapes(base, own), passed);
  // What is no map takes the place of the whole, and what is evaluated for each item has no value here yet.
  const isCertain = isMap(base) && isMap(own) && !isPerItem;
  const whole = isCertain ? given : anything(given);
  return task.inputSchema === null ? whole : intersectShapes(whole, shapeOfSchema(task.inputSchema), 'is filled in');
}

/** The union of what each way passes. Where none leads to a task, nothing is known. */
function passedShape(known: KnownValues, task: Task): Shape {
  const arrivals = known.arrivalsOf(task);
  const passed = arrivals.map(({ source, target }) => {
    if (target.with === null) return EMPTY;
    const inside = [...target.path.slice(source.path.length), 'with'];
    return restrictKinds(known.data(target.with, { task: source, inside }), ['map']);
  });
  // The run, and a container, begin a task without passing anything.
  if (known.isStart(task) || known.parentOf(task) !== null) passed.push(EMPTY);
  const [first, ...rest] = passed;
  return first === undefined ? openMapOf({}) : rest.reduce(unionShapes, first);
}

function isMap({ kinds }: Shape): boolean {
  return kinds?.every((kind) => kind === 'map') ?? false;
}

/** Anything, with the keys it has where it is a map. */
function anything({ members }: Shape): Shape {
  return members === undefined ? ANY : { ...ANY, members };
}

/** What each item of a collection is: of `config.items`, else of `input.items` (format.md 4). */
export function itemShape(known: KnownValues, task: Task): Shape {
  const { items = null } = configOf(task);
  const source =
    items === null
      ? memberOf(known.input(task, 'whole'), 'items')
      : known.data(items, { task, inside: ['config', 'items'] }, { bare: true });
  // Text may hold a list.
  if (source.kinds === null || canBe(source, 'text')) return ANY;
  const parts = [
    ...(canBe(source, 'list') ? [source.items?.() ?? ANY] : []),
    ...(canBe(source, 'map') ? [mapOf({ key: TEXT, value: () => anyMember(source) })] : []),
  ];
  const [first, ...rest] = parts;
  return first === undefined ? ANY : rest.reduce(unionShapes, first);
}

const MESSAGES = listOf(
  () => openMapOf({ role: TEXT, content: TEXT, timestamp: orNull(TEXT) }),
  'Messages of `{role, content, timestamp}`.',
);

/** What is known of `memory.<id>`. */
export const MEMORY: Shape = openMapOf({
  current_thread: orNull(
    openMapOf(
      {
        thread_id: orNull(TEXT),
        messages: orNull(MESSAGES),
        metadata: orNull(openMapOf({ created_at: orNull(TEXT), updated_at: orNull(TEXT) })),
      },
      'The conversation of this run.',
    ),
  ),
  last_messages: orNull(MESSAGES),
  semantic_search: orNull(
    listOf(
      () => openMapOf({ content: TEXT, similarity: NUMBER, timestamp: orNull(TEXT), metadata: orNull(MAP) }),
      'What was recalled: `{content, similarity, timestamp, metadata}`.',
    ),
  ),
  working_memory: orNull(describe(TEXT, 'The block of working memory.')),
});
