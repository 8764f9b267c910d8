import type { Data } from '../base/index.ts';
import type { EdgeVia, Target, Task, Workflow } from '../model/index.ts';
import type { Path } from '../text/index.ts';
import type { Shape } from './Shape.ts';

/** Where an expression is: in which task (null outside of tasks), and where in it: `['on_success', 'with', 'text']`. */
export interface ExpressionPlace {
  readonly task: Task | null;
  readonly inside: Path;
}

/** One way that leads to a task. */
export interface Arrival {
  readonly source: Task;
  readonly via: EdgeVia;
  readonly target: Target;
}

/** What is found out about the values of one workflow, each thing once, on first access. */
export interface KnownValues {
  readonly workflow: Workflow;
  /** The first task of an id, by id. */
  readonly tasks: ReadonlyMap<string, Task>;
  isStart(task: Task): boolean;
  /** The container of a task; null at the top. */
  parentOf(task: Task): Task | null;
  /** The ways that lead to a task by a handler or a route. */
  arrivalsOf(task: Task): readonly Arrival[];
  /** What a task gives after success. */
  output(task: Task): Shape;
  /** A task's input; `passed` is what its own `with` sees of it: all that comes from elsewhere. */
  input(task: Task, part: 'passed' | 'whole'): Shape;
  /** What each item of a collection is. */
  item(task: Task): Shape;
  /** A root that is the same everywhere, made on first access. */
  shared(root: string, make: () => Shape): Shape;
  /** What data gives in which there are templates. */
  data(data: Data, place: ExpressionPlace, options?: { readonly bare: boolean }): Shape;
}
