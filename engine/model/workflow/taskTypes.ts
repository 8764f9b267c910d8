import type { Data } from '../../base/index.ts';

/** The seven task types of the seed. */
export const TASK_TYPES = ['basic', 'parallel', 'decision', 'collection', 'wait', 'map', 'composite'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/**
 * How the tasks inside a task run (format.md 4): it holds none, they run in the order of their list, all at the same time, or in
 * the order of their list once for each item.
 */
export type Children = 'none' | 'sequence' | 'parallel' | 'item';

/** What holds for every task of a type, whatever its text holds. */
export interface TaskTraits {
  /** What the app calls it. */
  readonly title: string;
  /** What it is for, in a few words. */
  readonly summary: string;
  readonly children: Children;
  /** Whether `config.timeout` bounds an attempt: what it calls, and all that runs in it (format.md 6). */
  readonly hasTimeout: boolean;
  /** Its handlers besides the common ones, in the order they are offered. */
  readonly handlers: readonly `on_${string}`[];
  /** Whether it is left by `config.routes` and `config.default`, chosen by the value of its condition (format.md 5). */
  readonly hasRoutes: boolean;
  /** Whether it lasts until its condition holds or a signal comes, looking again and again (format.md 5). */
  readonly waits: boolean;
  /** Whether what it uses runs first, so that its `config` reads the result as `output`. */
  readonly usesFirst: boolean;
  /** Whether it takes the whole input also where its text does not name it. */
  readonly takesInput: boolean;
  /**
   * What its output is: the result of what it uses (without a `use` its input), `{child: output}`, a list with one entry
   * for each item, `{value, route, matched}`, `{satisfied, …}`, or `config.mapping`.
   */
  readonly output: 'result' | 'children' | 'items' | 'choice' | 'verdict' | 'mapping';
  /** The id of a new one, before it is made unique. */
  readonly newId: string;
  /** What a new one has in its `config`. */
  readonly start: readonly StartingValue[];
}

/** A key of `config` that a new task begins with: only what is required, or shows what the type is for. */
export interface StartingValue {
  readonly key: string;
  /** Of a task that is added; absent where it is omitted there. */
  readonly value?: Data;
  /** True where the value would replace the result of what the task uses: it is then omitted. */
  readonly isInsteadOfUse?: true;
  /** What a writer of the text is asked to fill in: a value, or the one entry of a map; absent where the text can do without. */
  readonly sample?: string | { readonly entry: string };
}

/** The facts about each task type. Everything else that depends on a type is derived from these. */
export const TASK_TRAITS = {
  basic: {
    title: 'Step',
    summary: 'Run an agent or a tool',
    children: 'none',
    hasTimeout: true,
    handlers: [],
    hasRoutes: false,
    waits: false,
    usesFirst: false,
    takesInput: true,
    output: 'result',
    newId: 'task',
    start: [],
  },
  parallel: {
    title: 'Parallel',
    summary: 'Several at once',
    children: 'parallel',
    hasTimeout: true,
    handlers: ['on_operation_start', 'on_operation_complete'],
    hasRoutes: false,
    waits: false,
    usesFirst: false,
    takesInput: false,
    output: 'children',
    newId: 'parallel',
    start: [],
  },
  decision: {
    title: 'Decision',
    summary: 'Choose a route',
    children: 'none',
    hasTimeout: false,
    handlers: ['on_condition_match', 'on_condition_nomatch'],
    hasRoutes: true,
    waits: false,
    usesFirst: true,
    takesInput: false,
    output: 'choice',
    newId: 'decision',
    start: [
      { key: 'condition', value: '{{ input != null }}', sample: '' },
      { key: 'routes', sample: { entry: 'true' } },
      // Without it a value that no route is for fails the run.
      { key: 'default', value: new Map([['next', 'end']]) },
    ],
  },
  collection: {
    title: 'For each',
    summary: 'The same for each item',
    children: 'item',
    hasTimeout: false,
    handlers: ['on_item_start', 'on_item_success', 'on_item_error', 'on_batch_start', 'on_batch_complete'],
    hasRoutes: false,
    waits: false,
    usesFirst: false,
    takesInput: true,
    output: 'items',
    newId: 'for_each',
    start: [{ key: 'items', value: '{{ input.items }}', sample: '' }],
  },
  wait: {
    title: 'Wait',
    summary: 'A time, a check, a signal',
    children: 'none',
    hasTimeout: false,
    handlers: ['on_check', 'on_timeout'],
    hasRoutes: false,
    waits: true,
    usesFirst: false,
    takesInput: false,
    output: 'verdict',
    newId: 'wait',
    start: [
      { key: 'timeout', value: '10s', sample: '5m' },
      { key: 'check_interval', value: '1s', sample: '10s' },
    ],
  },
  map: {
    title: 'Shape data',
    summary: 'Choose and rename fields',
    children: 'none',
    hasTimeout: false,
    handlers: ['on_validation_error'],
    hasRoutes: false,
    waits: false,
    usesFirst: true,
    takesInput: true,
    output: 'mapping',
    newId: 'shape',
    start: [
      { key: 'mapping', value: new Map([['value', '{{ input }}']]), isInsteadOfUse: true, sample: { entry: '' } },
    ],
  },
  composite: {
    title: 'Group',
    summary: 'Steps as one',
    children: 'sequence',
    hasTimeout: true,
    handlers: ['on_task_start', 'on_task_complete'],
    hasRoutes: false,
    waits: false,
    usesFirst: false,
    takesInput: false,
    output: 'children',
    newId: 'group',
    start: [],
  },
} as const satisfies Record<TaskType, TaskTraits>;

/** Of a task whose type is missing or none of the seven: what it holds is drawn, and nothing of it runs. */
const UNKNOWN: TaskTraits = {
  title: 'Unknown',
  summary: '',
  children: 'none',
  hasTimeout: false,
  handlers: [],
  hasRoutes: false,
  waits: false,
  usesFirst: false,
  takesInput: false,
  output: 'children',
  newId: 'task',
  start: [],
};

const TRAITS: ReadonlyMap<string, TaskTraits> = new Map(Object.entries(TASK_TRAITS));

/** The facts about a type. A type the format does not have holds nothing and leads nowhere. */
export function traitsOf(type: string): TaskTraits {
  return TRAITS.get(type) ?? UNKNOWN;
}

/** Whether tasks of a type hold other tasks (format.md 4). */
export function holdsTasks(type: string): boolean {
  return traitsOf(type).children !== 'none';
}

/** Whether the children of a task of this type run in the order of their list, so that each leads to the next one. */
export function runsInOrder(type: string | undefined): boolean {
  const children = type === undefined ? 'none' : traitsOf(type).children;
  return children === 'sequence' || children === 'item';
}

/** Whether what a task of this type holds starts together: its children cannot lead to each other. */
export function runsTogether(type: string | undefined): boolean {
  return type !== undefined && traitsOf(type).children === 'parallel';
}

/** Types whose tasks hold other tasks. */
export type ContainerType = {
  [Type in TaskType]: (typeof TASK_TRAITS)[Type]['children'] extends 'none' ? never : Type;
}[TaskType];

/** The types that hold other tasks. */
export const CONTAINER_TYPES: readonly ContainerType[] = TASK_TYPES.filter(isContainerType);

function isContainerType(type: TaskType): type is ContainerType {
  return holdsTasks(type);
}
