import { childrenOf, configOf, exitsOf, roleOf, runsInOrder, type Task, type Workflow } from '../model/index.ts';

/** How often one activation of a task leads to another one next to it, at most. */
export type Leads = ReadonlyMap<string, number>;

/** Tasks that can lead to each other: those of the file, or of one container. */
export interface Level {
  /** By id, of two equal ids the first; in the order of their list. */
  readonly tasks: ReadonlyMap<string, Task>;
  /** What continues from each, hooks apart. */
  readonly leads: ReadonlyMap<string, Leads>;
}

/** The levels of a workflow. */
export interface Levels {
  readonly top: Level;
  /** Of the children of a container. */
  readonly inside: ReadonlyMap<Task, Level>;
  /** That a task is in. */
  readonly around: ReadonlyMap<Task, Level>;
}

/** Reads the levels of a workflow. */
export function readLevels(workflow: Workflow): Levels {
  const inside = new Map<Task, Level>();
  const around = new Map<Task, Level>();
  const top = readLevel(workflow.tasks, null);
  const open = [top];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    for (const task of level.tasks.values()) {
      around.set(task, level);
      const children = childrenOf(task);
      if (children.length === 0) continue;
      const below = readLevel(children, task);
      inside.set(task, below);
      open.push(below);
    }
  }
  return { top, inside, around };
}

function readLevel(list: readonly Task[], container: Task | null): Level {
  const tasks = new Map<string, Task>();
  for (const task of list) if (!tasks.has(task.id)) tasks.set(task.id, task);
  const isSequence = container !== null && runsInOrder(container.type);
  const order = [...tasks.keys()];
  const leads = new Map<string, Leads>();
  for (const [position, task] of [...tasks.values()].entries()) {
    const follower = isSequence && mayFollow(task, container) ? order[position + 1] : undefined;
    leads.set(task.id, readLeads(task, tasks, follower));
  }
  return { tasks, leads };
}

/** Whether list order may come to count after a task: where nothing else continues, after success or, if the container carries on, an error. */
function mayFollow(task: Task, container: Task): boolean {
  const { errorHandling } = configOf(container);
  if (errorHandling?.kind === 'template' || errorHandling?.value === 'continue') return true;
  return !task.handlers.some(({ name, next }) => (name === 'on_success' || name === 'on_complete') && next.length > 0);
}

/** At most one primary exit is taken, and `on_start` and `on_complete` next to it (format.md 1). */
function readLeads(task: Task, tasks: ReadonlyMap<string, Task>, follower: string | undefined): Leads {
  const beside = new Map<string, number>();
  const primary = new Map<string, number>();
  for (const { via, target } of exitsOf(task)) {
    const role = roleOf(via);
    if (role === 'hook') continue;
    const own = countEach(target.next.filter((id) => tasks.has(id)));
    for (const [id, count] of own) {
      if (role === 'start' || role === 'complete') beside.set(id, (beside.get(id) ?? 0) + count);
      else primary.set(id, Math.max(primary.get(id) ?? 0, count));
    }
  }
  if (follower !== undefined) primary.set(follower, Math.max(primary.get(follower) ?? 0, 1));
  for (const [id, count] of beside) primary.set(id, (primary.get(id) ?? 0) + count);
  return primary;
}

function countEach(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
