import type { RunInputDraft } from '../../driver/index.ts';
import { childrenOf, type Task, type Workflow, walkTasks } from '../../model/index.ts';
import type { Breakpoint, RunPlan, RunStarted } from '../../run/index.ts';

/**
 * Which tasks of a text are those of another under other ids: where a text has an id that the other does not, in the same container, behind
 * the same task, and of the same type.
 */
export class Renames {
  readonly #before = new Map<string, string>();
  readonly #after = new Map<string, string>();
  readonly #gone: ReadonlySet<string>;
  /** Finds ids of the new text. */
  readonly #words: RegExp;

  constructor(before: Workflow, after: Workflow) {
    const old = new Set(walkTasks(before).map(({ task }) => task.id));
    const own = new Set(walkTasks(after).map(({ task }) => task.id));
    this.#pair(before.tasks, after.tasks, { old, own });
    this.#gone = new Set([...old].filter((id) => !own.has(id) && !this.#after.has(id)));
    const words = [...this.#before.keys()].map((id) => id.replaceAll(/[^\w\s]/g, '\\$&')).join('|');
    this.#words = new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'g');
  }

  /** What a task of the new text is called in the old one. */
  before(id: string): string {
    return this.#before.get(id) ?? id;
  }

  /** What a task of the old text is called in the new one. */
  after(id: string): string {
    return this.#after.get(id) ?? id;
  }

  /** Whether a task of the old text is none of the new one. */
  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  get isEmpty(): boolean {
    return this.#before.size === 0;
  }

  /** A text with the tasks in it called what they are in the old one. */
  inText(text: string): string {
    return this.isEmpty ? text : text.replaceAll(this.#words, (id) => this.before(id));
  }

  #pair(
    before: readonly Task[],
    after: readonly Task[],
    ids: { readonly old: ReadonlySet<string>; readonly own: ReadonlySet<string> },
  ): void {
    const free = listFree(before, ids.own);
    const spots = listFree(after, ids.old);
    for (const [spot, task] of spots) {
      const other = free.get(spot);
      if (other === undefined || other.type !== task.type) continue;
      this.#before.set(task.id, other.id);
      this.#after.set(other.id, task.id);
    }
    const known = new Map(before.map((task) => [task.id, task]));
    for (const task of after) {
      const other = known.get(this.before(task.id));
      if (other !== undefined) this.#pair(childrenOf(other), childrenOf(task), ids);
    }
  }
}

/** Tasks with ids that the other text does not have, by the task before them that it has, and which one they are behind it. */
function listFree(tasks: readonly Task[], known: ReadonlySet<string>): ReadonlyMap<string, Task> {
  const free = new Map<string, Task>();
  let [behind, number] = ['', 0];
  for (const task of tasks) {
    if (task.id === '') continue;
    if (known.has(task.id)) [behind, number] = [task.id, 0];
    else free.set(`${number++} ${behind}`, task);
  }
  return free;
}

/** The start of a run with its plan for the tasks as they are called now. */
export function renameStart(start: RunStarted, renames: Renames): RunStarted {
  return start.plan === undefined || renames.isEmpty ? start : { ...start, plan: renamePlan(start.plan, renames) };
}

/** What comes to a run from outside, for the tasks as they are called now. */
export function renameInput(input: RunInputDraft, renames: Renames): RunInputDraft {
  // Those of other files are called what they were.
  if ('file' in input && input.file !== undefined) return input;
  if (input.type === 'output.pinned') return { ...input, taskId: renames.after(input.taskId) };
  if (input.type === 'breakpoint.set') return { ...input, breakpoint: renameBreakpoint(input.breakpoint, renames) };
  return input;
}

function renamePlan(plan: RunPlan, renames: Renames): RunPlan {
  const { from, until, reuse, pins, breakpoints, children, answers, items } = plan;
  const after = (id: string): string => renames.after(id);
  const placed = <T>(record: Readonly<Record<string, T>>): Record<string, T> => renameKeys(record, renamePlace(after));
  return {
    ...plan,
    ...(from === undefined ? {} : { from: { ...from, taskId: after(from.taskId) } }),
    ...(until === undefined ? {} : { until: after(until) }),
    ...(reuse === undefined ? {} : { reuse: reuse.map((each) => ({ ...each, taskId: after(each.taskId) })) }),
    ...(pins === undefined ? {} : { pins: renameKeys(pins, after) }),
    ...(breakpoints === undefined ? {} : { breakpoints: breakpoints.map((each) => renameBreakpoint(each, renames)) }),
    ...(children === undefined ? {} : { children: placed(children) }),
    ...(answers === undefined ? {} : { answers: placed(answers) }),
    ...(items === undefined ? {} : { items: placed(items) }),
  };
}

function renameBreakpoint(breakpoint: Breakpoint, renames: Renames): Breakpoint {
  const { at } = breakpoint;
  if ('task' in at) return { ...breakpoint, at: { task: renames.after(at.task) } };
  const edge = at.edge
    .split('>')
    .map((part, index, parts) => (index === 0 || index === parts.length - 1 ? renames.after(part) : part))
    .join('>');
  return { ...breakpoint, at: { edge } };
}

/** A place of a plan: `all/each[2]/review`. */
function renamePlace(after: (id: string) => string): (place: string) => string {
  return (place) =>
    place
      .split('/')
      .map((step) => step.replace(/^(.*?)(\[\d+\])?$/s, (_, id: string, item = '') => after(id) + item))
      .join('/');
}

function renameKeys<T>(record: Readonly<Record<string, T>>, rename: (key: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]));
}
