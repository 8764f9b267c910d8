import type { Data, DataMap } from '../base/index.ts';
import type { Handler, HandlerName, Milliseconds, Setting, Task } from '../model/index.ts';
import type { Field } from './compiled.ts';

/**
 * A task as its activations look it up. What each of them asks for stands side by side here: where thousands of tasks run
 * once each, a step costs what it reads of memory that nobody has read lately.
 */
export class TaskProgram {
  readonly task: Task;
  readonly id: string;
  readonly type: Task['type'];
  /** Of its id in the workflow, from 0. */
  readonly number: number;
  /** Its place in the list it stands in. */
  readonly position: number;
  /** The id after it in a sequence; null at the end of one and where the list has no order of its own. */
  readonly follower: string | null;
  readonly joinsAll: boolean;
  /** False where it hands on its input, or what its type makes of it. */
  readonly hasUse: boolean;
  readonly handlers: readonly Handler[];
  /** Whether something is to be done before or after each of its children. */
  readonly wrapsTasks: boolean;
  readonly onStart: Handler | undefined;
  readonly onSuccess: Handler | undefined;
  readonly onComplete: Handler | undefined;
  /** Of an attempt; null also where its type has none. */
  readonly timeout: Setting<Milliseconds> | null;
  readonly env: DataMap | null;
  readonly inputSchema: Data | null;
  readonly with: Data | null;
  /** The task beside it that it last led to. */
  ledTo: TaskProgram | null = null;
  /** The task's own `with` with what it was compiled to, once it was evaluated. */
  withField: Field | null = null;

  constructor(task: Task, place: Pick<TaskProgram, 'number' | 'position' | 'follower'>) {
    this.task = task;
    this.id = task.id;
    this.type = task.type;
    this.number = place.number;
    this.position = place.position;
    this.follower = place.follower;
    this.joinsAll = task.join === 'all';
    this.hasUse = task.use !== null || task.import !== null;
    this.handlers = task.handlers;
    this.onStart = findHandler(task, 'on_start');
    this.onSuccess = findHandler(task, 'on_success');
    this.onComplete = findHandler(task, 'on_complete');
    this.wrapsTasks = (['on_task_start', 'on_task_complete'] as const).some(
      (name) => findHandler(task, name) !== undefined,
    );
    this.timeout = timeoutOf(task);
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

/** Of basic it bounds an attempt, of containers all that runs in them (format.md 6). */
function timeoutOf(task: Task): Setting<Milliseconds> | null {
  return task.type === 'basic' || task.type === 'parallel' || task.type === 'composite' ? task.config.timeout : null;
}
