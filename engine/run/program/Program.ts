import { childrenOf, exitsOf, roleOf, runsInOrder, type Task, type Workflow } from '../../model/index.ts';
import { type CompiledCache, createCompiledCache } from './compiled.ts';
import { findMemoryReads, type MemoryReads } from './listMemories.ts';
import { TaskProgram } from './TaskProgram.ts';

/** Sibling tasks: those of the file, or the children of one container. Transitions stay inside a level. */
export interface Level {
  /** By id; of two equal ids the first. */
  readonly tasks: ReadonlyMap<string, TaskProgram>;
  /** Ids in list order. */
  readonly order: readonly string[];
  /** Its number in `levels` of the program, or the id of the one task that is by itself; there may be no such task. */
  readonly place: number | string;
}

/** What a run looks up in its workflow, indexed once. */
export interface Program {
  readonly workflow: Workflow;
  readonly top: Level;
  /** Every level of the file, the top one first. */
  readonly levels: readonly Level[];
  /** Tasks inside containers that a run began with, each on a level of its own, by id. */
  readonly alone: Map<string, Level>;
  /** Id of the task a run starts with; null when there are no tasks. */
  readonly start: string | null;
  /** Level of a container's children. */
  readonly inside: ReadonlyMap<Task, Level>;
  /** Ids of all tasks, nested ones too, each with a number. */
  readonly ids: ReadonlyMap<string, number>;
  /** The level of a task. */
  readonly around: ReadonlyMap<Task, Level>;
  /** Which tasks can lead to a task in one or more transitions, found when a join first asks. */
  readonly leadingTo: Map<Task, ReadonlySet<string>>;
  readonly memoryReads: MemoryReads;
  /** Its templates, each compiled when a run first evaluates it. */
  readonly compiled: CompiledCache;
}

const PROGRAMS = new WeakMap<Workflow, Program>();

/** The program of a workflow: indexed by its first run, and shared by those that follow. */
export function programOf(workflow: Workflow): Program {
  const known = PROGRAMS.get(workflow);
  if (known !== undefined) return known;
  const program = createProgram(workflow);
  PROGRAMS.set(workflow, program);
  return program;
}

function createProgram(workflow: Workflow): Program {
  const inside = new Map<Task, Level>();
  const around = new Map<Task, Level>();
  const ids = new Map<string, number>();
  const top = indexLevel(workflow.tasks, { ids, isSequence: false, place: 0 });
  const levels: Level[] = [top];
  const open: Level[] = [top];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    for (const { task } of level.tasks.values()) {
      around.set(task, level);
      const children = childrenOf(task);
      if (children.length === 0) continue;
      const below = indexLevel(children, {
        ids,
        isSequence: runsInOrder(task.type),
        place: levels.length,
      });
      levels.push(below);
      inside.set(task, below);
      open.push(below);
    }
  }
  return {
    workflow,
    top,
    levels,
    alone: new Map(),
    start: workflow.start ?? workflow.tasks[0]?.id ?? null,
    inside,
    ids,
    around,
    leadingTo: new Map(),
    memoryReads: findMemoryReads(workflow),
    compiled: createCompiledCache(),
  };
}

/**
 * A level of these tasks, whose ids are numbered where they are new. In a sequence (a composite, the body of a collection)
 * the next in the list follows by default.
 */
function indexLevel(
  tasks: readonly Task[],
  {
    ids,
    isSequence,
    place,
  }: { readonly ids: Map<string, number>; readonly isSequence: boolean; readonly place: number | string },
): Level {
  const byId = new Map<string, Task>();
  for (const task of tasks) if (!byId.has(task.id)) byId.set(task.id, task);
  const order = [...byId.keys()];
  const follower = (position: number): string | null => (isSequence ? (order[position + 1] ?? null) : null);
  const programs = [...byId.values()].map((task, position) => {
    const id = ids.get(task.id) ?? ids.size;
    ids.set(task.id, id);
    return new TaskProgram(task, { number: id, position, follower: follower(position), level: place });
  });
  return { tasks: new Map(programs.map((program) => [program.id, program])), order, place };
}

/** The level of a task a run begins with: the top one, or for a task inside a container one of its own. */
export function levelAt(program: Program, taskId: string): Level {
  if (program.top.tasks.has(taskId)) return program.top;
  const known = program.alone.get(taskId);
  if (known !== undefined) return known;
  const task = [...program.around.keys()].find(({ id }) => id === taskId);
  const ids = new Map(program.ids);
  const level = indexLevel(task === undefined ? [] : [task], { ids, isSequence: false, place: taskId });
  program.alone.set(taskId, level);
  return level;
}

/** Ids of the level from which this task can be reached; itself only by a cycle. */
export function tasksLeadingTo(program: Program, task: Task): ReadonlySet<string> {
  const known = program.leadingTo.get(task);
  if (known !== undefined) return known;
  const level = program.around.get(task) ?? program.top;
  const sources = new Map<string, string[]>();
  for (const source of level.tasks.values()) {
    for (const target of successorsOf(source)) {
      const list = sources.get(target);
      if (list === undefined) sources.set(target, [source.id]);
      else list.push(source.id);
    }
  }
  const found = new Set<string>();
  const open = [task.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const source of sources.get(id) ?? []) {
      if (found.has(source)) continue;
      found.add(source);
      open.push(source);
    }
  }
  program.leadingTo.set(task, found);
  return found;
}

/** What the exits of a task continue with; what its hooks call returns to it. */
function successorsOf({ task, follower }: TaskProgram): ReadonlySet<string> {
  const targets = exitsOf(task).filter(({ via }) => roleOf(via) !== 'hook');
  return new Set([...targets.flatMap(({ target }) => target.next), ...(follower === null ? [] : [follower])]);
}
