import type { Data, DataMap } from '../../base/index.ts';
import {
  childrenOf,
  configOf,
  type Handler,
  type HandlerName,
  type Milliseconds,
  type Setting,
  type Task,
  traitsOf,
} from '../../model/index.ts';
import type { Field } from './compiled.ts';

/**
 * A task as its activations look it up. The fields that each activation reads are side by side: where thousands of tasks
 * run once each, a step costs its cache misses.
 */
export class TaskProgram {
  readonly task: Task;
  readonly id: string;
  readonly type: Task['type'];
  /** Of its id in the workflow, from 0. */
  readonly number: number;
  /** Its place in the list it is in. */
  readonly position: number;
  /** The place of its level in the program. */
  readonly level: number | string;
  /** The id after it in a sequence; null at the end of one and where the list has no order of its own. */
  readonly follower: string | null;
  readonly joinsAll: boolean;
  /** Whether it gives its input on and does nothing else. */
  readonly isDisabled: boolean;
  /** False where its output is its input, or what its type derives from it. */
  readonly hasUse: boolean;
  readonly handlers: readonly Handler[];
  /** Whether something is to be done before or after each of its children. */
  readonly wrapsTasks: boolean;
  readonly onStart: Handler | undefined;
  readonly onSuccess: Handler | undefined;
  readonly onComplete: Handler | undefined;
  readonly onItemStart: Handler | undefined;
  readonly onItemSuccess: Handler | undefined;
  readonly onItemError: Handler | undefined;
  /** Whether it runs itself once for each item, so that its `with` is evaluated for each. */
  readonly isPerItem: boolean;
  /** Whether it is a container without children, whose own `use` is its one operation. */
  readonly isOneOperation: boolean;
  /** Whether its text says what the items are. */
  readonly hasItems: boolean;
  /** Bounds an attempt; null also where its type has none. */
  readonly timeout: Setting<Milliseconds> | null;
  readonly env: DataMap | null;
  readonly inputSchema: Data | null;
  readonly with: Data | null;
  /** The sibling that it last led to. */
  lastTarget: TaskProgram | null = null;
  /** The task's own `with` with what it was compiled to, once it was evaluated. */
  withField: Field | null = null;

  constructor(task: Task, place: Pick<TaskProgram, 'number' | 'position' | 'follower' | 'level'>) {
    const traits = traitsOf(task.type);
    this.task = task;
    this.id = task.id;
    this.type = task.type;
    this.number = place.number;
    this.position = place.position;
    this.level = place.level;
    this.follower = place.follower;
    this.joinsAll = task.join === 'all';
    this.isDisabled = task.isDisabled;
    this.hasUse = task.use !== null || task.import !== null;
    this.handlers = task.handlers;
    this.onStart = findHandler(task, 'on_start');
    this.onSuccess = findHandler(task, 'on_success');
    this.onComplete = findHandler(task, 'on_complete');
    this.onItemStart = findHandler(task, 'on_item_start');
    this.onItemSuccess = findHandler(task, 'on_item_success');
    this.onItemError = findHandler(task, 'on_item_error');
    this.wrapsTasks = (['on_task_start', 'on_task_complete'] as const).some(
      (name) => findHandler(task, name) !== undefined,
    );
    this.timeout = (traits.hasTimeout ? configOf(task).timeout : null) ?? null;
    const isEmpty = childrenOf(task).length === 0;
    this.isPerItem = traits.children === 'item' && isEmpty;
    this.isOneOperation = traits.children !== 'none' && traits.children !== 'item' && isEmpty;
    this.hasItems = configOf(task).items != null;
    this.env = task.env;
    this.inputSchema = task.inputSchema;
    this.with = task.with;
  }
}

/** The handler of a name on a task. */
export function findHandler(task: Pick<Task, 'handlers'>, name: HandlerName): Handler | undefined {
  for (const handler of task.handlers) if (handler.name === name) return handler;
  return undefined;
}
