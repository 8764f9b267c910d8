import { type Analysis, formatEdgeId, type GraphNode, type HistoryMove, type Transaction } from '#engine';
import type { Pin } from '#engine/run';
import { notify } from '../store/notices.ts';
import type { KeptBreakpoint, RunState } from '../store/RunState.ts';
import type { DocumentState, SessionState } from '../store/State.ts';
import { session } from '../store/store.ts';

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

/** A step that was undone or redone. */
export interface Move {
  readonly kind: 'undo' | 'redo';
  readonly transaction: Transaction;
  /** The file that was open before. */
  readonly openBefore: string | null;
  /** Makes it as it was before. */
  readonly restore: () => void;
}

/**
 * What a step would do beyond the open file, in words: steps back do not cross into another file unseen. Null where it stays in the open
 * file, or is what was done last and the person sees: files that were added, removed or renamed, or a change of this file and of others.
 */
export function describeCrossing(kind: 'undo' | 'redo', { transaction }: HistoryMove): string | null {
  const { activePath, history } = session.getState().document;
  const { changes, layouts } = transaction;
  const paths = [...new Set([...changes.map(({ path }) => path), ...(layouts?.keys() ?? [])])];
  const [first] = paths.filter((path) => path !== activePath);
  if (first === undefined || activePath === null) return null;
  const isLast = kind === 'redo' || history.redoable.length === 0;
  const isSeen = paths.length > 1 ? paths.includes(activePath) : false;
  if (isLast && (isSeen || changes.some(({ type }) => type !== 'edit'))) return null;
  const others = paths.length - (paths.includes(activePath) ? 2 : 1);
  const rest = others > 0 ? ` and ${others} more ${others === 1 ? 'file' : 'files'}` : '';
  const next = kind === 'undo' ? 'The next step to undo' : 'The next step to redo';
  return `${next} is not in ${activePath}: it changes ${first}${rest}.`;
}

/** Says what an undo or redo did where it is more than a change of the open file: files that come, go or open. */
export function notifyMove({ kind, transaction, openBefore, restore }: Move): void {
  const {
    document: { activePath },
  } = session.getState();
  const what = describeFiles(transaction);
  const isElsewhere = activePath !== openBefore && activePath !== null;
  if (what === null && !isElsewhere) return;
  const words = what?.words ?? `a change of ${activePath}, which is open now`;
  const open = isElsewhere && what !== null && what.shown !== activePath ? ` ${activePath} is open now.` : '';
  const message = `${kind === 'undo' ? 'Undone' : 'Redone'}: ${words}.${open}`;
  const back = { label: kind === 'undo' ? 'Redo' : 'Undo', run: restore };
  notify({ kind: 'info', message, ...(what?.isGone === true ? { action: back } : {}) });
}

/** The files a transaction adds, removes or renames; null where it only changes what is in them. */
function describeFiles({
  changes,
}: Transaction): { readonly words: string; readonly shown: string; readonly isGone: boolean } | null {
  for (const change of changes) {
    const { path } = change;
    if (change.type === 'remove') return { words: `${path} is no longer in the workspace`, shown: path, isGone: true };
    if (change.type === 'create') return { words: `${path} is back in the workspace`, shown: path, isGone: false };
    if (change.type === 'move') return { words: `${path} is called ${change.to}`, shown: change.to, isGone: false };
  }
  return null;
}
