import { type Analysis, formatEdgeId, type GraphNode, type Transaction } from '#engine';
import type { Pin } from '#engine/run';
import type { DocumentState } from '../store/DocumentState.ts';
import type { KeptBreakpoint, RunState } from '../store/RunState.ts';
import type { SessionState } from '../store/State.ts';

/** What the session knows of files by path: breakpoints and pins on their tasks, and which of them are not trusted yet. */
export type Marks = Pick<RunState, 'breakpoints' | 'pins'> & Pick<DocumentState, 'untrusted'>;

/** The marks of a state. */
export function marksOf({ run: { breakpoints, pins }, document: { untrusted } }: SessionState): Marks {
  return { breakpoints, pins, untrusted };
}

/** A task of a file that has another id now. */
export interface TaskRename {
  readonly path: string;
  readonly before: Analysis;
  readonly from: string;
  readonly to: string;
}

/**
 * The one task that has another id after a change of its file's text, as a rename leaves it: in its place, with what it runs.
 * Null where more than one id changed, or another task is in its place.
 */
export function findRename(before: Analysis, after: Analysis): TaskRename | null {
  if (before.isBroken || after.isBroken || before.graph.nodes.size !== after.graph.nodes.size) return null;
  const [gone, ...moreGone] = missing(before, after);
  const [added, ...moreAdded] = missing(after, before);
  if (gone === undefined || added === undefined || moreGone.length + moreAdded.length > 0) return null;
  const isSame =
    gone.task.path.join('\n') === added.task.path.join('\n') &&
    gone.task.type === added.task.type &&
    gone.task.use?.text === added.task.use?.text;
  return isSame ? { path: after.path, before, from: gone.id, to: added.id } : null;
}

/** Nodes of one graph that the other has not; at most two, since one more than one is enough to know. */
function missing(of: Analysis, other: Analysis): readonly GraphNode[] {
  const found: GraphNode[] = [];
  for (const node of of.graph.nodes.values()) {
    if (!other.graph.nodes.has(node.id)) found.push(node);
    if (found.length > 1) break;
  }
  return found;
}

/** The marks once a task is renamed: those on it, and on the edges from and to it, stay with it. */
export function followTask(marks: Marks, { path, before, from, to }: TaskRename): Marks {
  const renamed = (id: string): string => (id === from ? to : id);
  const edges = new Map(
    before.graph.edges
      .filter(({ source, target }) => source === from || target === from)
      .map(({ id, source, via, target }) => {
        return [id, formatEdgeId(renamed(source), via, renamed(target))] as const;
      }),
  );
  const follow = (breakpoint: KeptBreakpoint): KeptBreakpoint => {
    const { at } = breakpoint;
    if ('task' in at) return { ...breakpoint, at: { task: renamed(at.task) } };
    return { ...breakpoint, at: { edge: edges.get(at.edge) ?? at.edge } };
  };
  return {
    untrusted: marks.untrusted,
    breakpoints: withEntry(marks.breakpoints, path, (list) => list.map(follow)),
    pins: withEntry(marks.pins, path, (pins) =>
      Object.fromEntries(Object.entries(pins).map(([id, pin]): [string, Pin] => [renamed(id), pin])),
    ),
  };
}

/** The marks of files that a transaction moves, under their new paths. */
export function followFiles(marks: Marks, { changes }: Pick<Transaction, 'changes'>): Marks {
  return changes.reduce<Marks>((now, change) => {
    if (change.type !== 'move') return now;
    const { path, to } = change;
    const untrusted = new Set([...now.untrusted].map((each) => (each === path ? to : each)));
    return { breakpoints: moved(now.breakpoints, path, to), pins: moved(now.pins, path, to), untrusted };
  }, marks);
}

function moved<T>(map: ReadonlyMap<string, T>, from: string, to: string): ReadonlyMap<string, T> {
  if (!map.has(from)) return map;
  return new Map([...map].map(([path, value]) => [path === from ? to : path, value]));
}

function withEntry<T>(map: ReadonlyMap<string, T>, path: string, change: (value: T) => T): ReadonlyMap<string, T> {
  const value = map.get(path);
  return value === undefined ? map : new Map([...map, [path, change(value)]]);
}
