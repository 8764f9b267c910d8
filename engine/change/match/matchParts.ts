import { type Data, isDataMap } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { type Action, type Agent, exitsOf, resolveUse, type Task, type Tool, walkTasks } from '../../model/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type Leaves, type Link, type Matched, type Pair, type Part, readLeaves } from './Part.ts';
import { pairParts } from './pairParts.ts';

/** Which tasks, agents, tools and actions of two texts are the same. */
export interface MatchedParts {
  readonly tasks: Matched<Task>;
  readonly agents: Matched<Agent>;
  readonly tools: Matched<Tool>;
  /** Actions of agents that are the same. */
  readonly actions: Matched<Action>;
}

/** What either names itself by, and what is compared apart. */
const OF_TASK: ReadonlySet<string> = new Set(['id', 'tasks', 'next']);
const OF_RESOURCE: ReadonlySet<string> = new Set(['id', 'actions']);

/**
 * Finds which parts of the text `before` are which of the text `after`: by id; what has an id that the other text does not have by
 * likeness of what it holds, what it is in, what is next to it and what leads to it. An id that both texts have is the same part,
 * however much it changed. Of imported definitions only what is in the text counts.
 */
export function matchParts(before: Analysis, after: Analysis): MatchedParts {
  const tasks = pairParts(taskParts(before), taskParts(after));
  const sameTask = new Map(tasks.pairs.map((pair) => [pair.after, pair.before] as const));
  const mapped = (task: Task): Task | undefined => sameTask.get(task);
  const agents = pairParts(
    resourceParts(before, before.workflow.agents, itself),
    resourceParts(after, after.workflow.agents, mapped),
  );
  const tools = pairParts(
    resourceParts(before, before.workflow.tools, itself),
    resourceParts(after, after.workflow.tools, mapped),
  );
  const actions = agents.pairs.map((pair) =>
    pairParts(actionParts(before, pair.before.actions), actionParts(after, pair.after.actions)),
  );
  return { tasks, agents, tools, actions: joinMatched(actions) };
}

/** A part that is called something else in the text after. */
export interface Rename {
  readonly kind: 'task' | 'agent' | 'tool' | 'action';
  readonly before: string;
  readonly after: string;
}

/** The parts that have another id in the text after. */
export function listRenames({ tasks, agents, tools, actions }: MatchedParts): readonly Rename[] {
  const of = (kind: Rename['kind'], pairs: readonly Pair<{ readonly id: string }>[]): Rename[] =>
    pairs
      .filter(({ before, after }) => before.id !== after.id && before.id !== '' && after.id !== '')
      .map(({ before, after }) => ({ kind, before: before.id, after: after.id }));
  return [
    ...of('task', tasks.pairs),
    ...of('agent', agents.pairs),
    ...of('tool', tools.pairs),
    ...of('action', actions.pairs),
  ];
}

function itself(task: Task): Task {
  return task;
}

function joinMatched<T>(all: readonly Matched<T>[]): Matched<T> {
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    removed: all.flatMap(({ removed }) => removed),
    added: all.flatMap(({ added }) => added),
  };
}

function taskParts(analysis: Analysis): readonly Part<Task>[] {
  const places = walkTasks(analysis.workflow);
  let links: TaskLinks | null = null;
  return places.map(({ task, parent, index }) => {
    const siblings = parent !== null && 'tasks' in parent ? parent.tasks : analysis.workflow.tasks;
    return {
      part: task,
      id: task.id,
      readLeaves: () => readLeaves(dataAt(analysis, task.path), OF_TASK),
      parent,
      behind: siblings[index - 1] ?? null,
      ahead: siblings[index + 1] ?? null,
      readLinks: () => {
        links ??= linkTasks(places.map((place) => place.task));
        return links.get(task) ?? [];
      },
    };
  });
}

type TaskLinks = ReadonlyMap<Task, readonly Link<Task>[]>;

/** How each task is led to, and where it leads. */
function linkTasks(tasks: readonly Task[]): TaskLinks {
  const byId = new Map(tasks.map((task) => [task.id, task] as const).toReversed());
  const links = new Map(tasks.map((task) => [task, [] as Link<Task>[]] as const));
  for (const task of tasks) {
    for (const { via, target } of exitsOf(task)) {
      for (const id of target.next) {
        const other = byId.get(id);
        if (other === undefined) continue;
        links.get(task)?.push({ way: `${via} to`, other });
        links.get(other)?.push({ way: `${via} from`, other: task });
      }
    }
  }
  return links;
}

/** Agents or tools. They are linked to the tasks that use them, as those are called in the text before. */
function resourceParts<T extends Agent | Tool>(
  analysis: Analysis,
  resources: readonly T[],
  known: (task: Task) => Task | undefined,
): readonly Part<T>[] {
  const readUsers = (part: T): readonly string[] =>
    walkTasks(analysis.workflow).flatMap(({ task }) => {
      const user = definitionOf(analysis, task) === part ? known(task) : undefined;
      return user === undefined ? [] : [user.id];
    });
  return resources.map((part, index) => ({
    part,
    id: part.id,
    readLeaves: () => withUsers(readLeaves(dataAt(analysis, part.path), OF_RESOURCE), readUsers(part)),
    parent: null,
    behind: resources[index - 1] ?? null,
    ahead: resources[index + 1] ?? null,
    readLinks: () => [],
  }));
}

function definitionOf({ workflow }: Analysis, task: Task): Agent | Tool | null {
  const used = resolveUse(workflow, task);
  return used.kind === 'agent' ? used.agent : used.kind === 'tool' ? used.tool : null;
}

function withUsers(leaves: Leaves, users: readonly string[]): Leaves {
  const used = users.map((id) => [`used by ${id}`, { text: '', words: [], weight: 1 }] as const);
  return new Map([...leaves, ...used]);
}

function actionParts(analysis: Analysis, actions: readonly Action[]): readonly Part<Action>[] {
  return actions.map((part, index) => ({
    part,
    id: part.id,
    readLeaves: () => readLeaves(dataAt(analysis, part.path), OF_RESOURCE),
    parent: null,
    behind: actions[index - 1] ?? null,
    ahead: actions[index + 1] ?? null,
    readLinks: () => [],
  }));
}

function dataAt({ syntax }: Analysis, path: Path): Data {
  const data = toNodeData(findNode(syntax, path) ?? null);
  return isDataMap(data) ? data : null;
}
