import type { Data, DataMap } from '../../base/index.ts';
import type { Path } from '../../text/index.ts';
import type { Setting } from './Fields.ts';
import type { Milliseconds } from './parseDuration.ts';
import type { Reference } from './parseReference.ts';
import type { Handler } from './readHandlers.ts';
import type { AnyConfig, TaskConfigs } from './taskConfigs.ts';
import { type ContainerType, type TaskType, traitsOf } from './taskTypes.ts';

/**
 * A workflow as far as it can be read. Tolerant: what is missing or of the wrong kind is null or omitted, and reported by
 * `check`, not here. Values keep the order in which they were written.
 */
export interface Workflow {
  readonly id: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly start: string | null;
  readonly env: DataMap | null;
  readonly limits: Limits;
  /** Templates by name, in order; null when absent. */
  readonly outputs: DataMap | null;
  /** JSON Schema of the run's input. */
  readonly inputSchema: Data | null;
  readonly memory: Memory | null;
  readonly agents: readonly Agent[];
  readonly tools: readonly Tool[];
  readonly tasks: readonly Task[];
  /** The packages it was read with, each once, in the order they were found; absent where imports were not resolved. */
  readonly packages?: readonly UsedPackage[];
}

/** A package of the workspace that a `use` or an `import` names, and the version that was taken. */
export interface UsedPackage {
  /** The reference as written. */
  readonly reference: Reference;
  /** The file that holds it, from the root of the workspace. */
  readonly file: string;
  /** The version in the name of the file; null for the file without one. */
  readonly version: string | null;
}

/** Where a definition was found when its `use` names a package; absent for all others. */
interface Packaged {
  /** The package its `use` names in the text. `use` is then what that package itself uses. */
  readonly package?: UsedPackage;
  /** True where no text has the definition: a task uses the package directly, and its id is the reference. */
  readonly isPackaged?: true;
}

export interface Limits {
  readonly perTask: number;
  readonly perScope: number;
  readonly depth: number;
}

export interface Memory {
  readonly id: string;
  /** The whole object as written. */
  readonly data: DataMap;
  readonly path: Path;
}

export interface Agent extends Packaged {
  readonly id: string;
  readonly use: Reference | null;
  readonly import: string | null;
  readonly config: DataMap | null;
  readonly with: Data | null;
  readonly instructions: string | null;
  readonly tools: readonly Data[];
  readonly env: DataMap | null;
  readonly memory: Memory | null;
  readonly actions: readonly Action[];
  readonly path: Path;
}

export interface Action {
  readonly id: string;
  readonly instructions: string;
  readonly messages: readonly Data[];
  /** JSON Schema of the output. */
  readonly output: Data | null;
  readonly config: DataMap | null;
  readonly path: Path;
}

export interface Tool extends Packaged {
  readonly id: string;
  readonly use: Reference | null;
  readonly import: string | null;
  readonly config: DataMap | null;
  readonly env: DataMap | null;
  readonly schema: { readonly config: Data | null; readonly input: Data | null; readonly output: Data | null };
  readonly path: Path;
}

/** What every task has. */
export interface TaskBase {
  /** Empty when the text has none. */
  readonly id: string;
  readonly name: string | null;
  readonly use: Reference | null;
  readonly import: string | null;
  readonly action: string | null;
  readonly with: Data | null;
  readonly env: DataMap | null;
  readonly join: 'all' | null;
  /** Whether it passes its input on and does nothing else. */
  readonly isDisabled: boolean;
  readonly inputSchema: Data | null;
  readonly outputSchema: Data | null;
  readonly retry: Retry | null;
  readonly handlers: readonly Handler[];
  /** Path of the task in its document. */
  readonly path: Path;
}

/** A task of a type: what every task has, its `config` as it is read, and the tasks inside it where it can hold any. */
export type TaskOf<Type extends TaskType> = TaskBase & {
  readonly type: Type;
  readonly config: TaskConfigs[Type];
} & (Type extends ContainerType ? { readonly tasks: readonly Task[] } : unknown);

/** A task whose `type` is missing or none of the seven: it is drawn, and cannot run. */
export interface UnknownTask extends TaskBase {
  readonly type: 'unknown';
  /** The value as text. */
  readonly writtenType: string | null;
  readonly tasks: readonly Task[];
}

export type Task = { [Type in TaskType]: TaskOf<Type> }[TaskType] | UnknownTask;

export interface Retry {
  readonly attempts: Setting<number>;
  readonly backoff: Setting<'fixed' | 'exponential' | 'linear'>;
  readonly interval: Setting<Milliseconds>;
  readonly maxInterval: Setting<Milliseconds> | null;
  readonly jitter: Setting<boolean> | null;
  /** Statuses of HTTP that are retried although a server usually means them for good. */
  readonly on: readonly Data[];
}

/** One task with its container (null at the top) and its index in its list, from 0. */
interface TaskPlace {
  readonly task: Task;
  readonly parent: Task | null;
  readonly index: number;
}

/** The tasks inside a container in list order; empty for every other task. */
export function childrenOf(task: Task): readonly Task[] {
  return 'tasks' in task ? task.tasks : [];
}

const listed = new WeakMap<readonly Task[], readonly TaskPlace[]>();

/** All tasks in document order, each container before its children. Listed once: many ask. */
export function walkTasks({ tasks }: Workflow): readonly TaskPlace[] {
  let places = listed.get(tasks);
  if (places === undefined) {
    const found: TaskPlace[] = [];
    collect(tasks, null, found);
    places = found;
    listed.set(tasks, places);
  }
  return places;
}

/** The first task with this id in document order, at any depth. */
export function findTask(workflow: Workflow, id: string): Task | undefined {
  for (const { task } of walkTasks(workflow)) if (task.id === id) return task;
  return undefined;
}

function collect(tasks: readonly Task[], parent: Task | null, found: TaskPlace[]): void {
  let index = 0;
  for (const task of tasks) {
    found.push({ task, parent, index: index++ });
    if ('tasks' in task) collect(task.tasks, task, found);
  }
}

const NONE: AnyConfig = {};

/** What a task has in its `config`, whatever its type. */
export function configOf(task: Task): AnyConfig {
  return isUnknown(task) ? NONE : task.config;
}

/** Whether a task that uses nothing answers with its input as it is (format.md 3 and 4). */
export function givesInput(task: Task): boolean {
  const { children, output } = traitsOf(task.type);
  if (children !== 'none') return childrenOf(task).length === 0;
  if (output === 'mapping') return configOf(task).mapping === undefined;
  return output === 'result' || isUnknown(task);
}

function isUnknown(task: Task): task is UnknownTask {
  return task.type === 'unknown';
}
