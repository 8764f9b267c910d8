import type { Breakpoint } from '#engine/run';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { sendSetting } from './sendControl.ts';

/** Where a breakpoint is: on a task, or on an edge of the graph. */
export type BreakpointPlace = Breakpoint['at'];

/** The breakpoint at a place of the active file; undefined where none is set. */
export function breakpointAt(
  { run: { breakpoints }, document: { activePath } }: Pick<SessionState, 'run' | 'document'>,
  place: BreakpointPlace,
): Breakpoint | undefined {
  if (breakpoints.size === 0 || activePath === null) return undefined;
  return breakpoints.get(activePath)?.find(({ at }) => isSame(at, place));
}

/** The place that is selected: one task, or an edge. */
export function selectedPlace({
  document: {
    selection: { tasks, edge },
  },
}: SessionState): BreakpointPlace | null {
  const [task] = tasks;
  if (edge !== null) return { edge };
  return task !== undefined && tasks.size === 1 ? { task } : null;
}

/** Sets a breakpoint at a place of the active file, or removes it; a run of it that is executed is notified. */
export function toggleBreakpoint(place: BreakpointPlace): void {
  const present = breakpointAt(session.getState(), place);
  if (present === undefined) setBreakpoint({ at: place, condition: null });
  else removeBreakpoint(present);
}

/** Puts a breakpoint at its place, over the one that was there. An empty condition always pauses. */
export function setBreakpoint({ at, condition }: Breakpoint): void {
  const breakpoint = { at, condition: condition?.trim() || null };
  change((list) => [...list.filter((other) => !isSame(other.at, at)), breakpoint]);
  send(breakpoint, true);
}

function removeBreakpoint(breakpoint: Breakpoint): void {
  change((list) => list.filter((other) => !isSame(other.at, breakpoint.at)));
  send(breakpoint, false);
}

function change(edit: (list: readonly Breakpoint[]) => readonly Breakpoint[]): void {
  const {
    run: { breakpoints },
    document: { activePath },
  } = session.getState();
  if (activePath === null) return;
  const next = new Map(breakpoints);
  const list = edit(breakpoints.get(activePath) ?? []);
  if (list.length === 0) next.delete(activePath);
  else next.set(activePath, list);
  update({ run: { breakpoints: next } });
}

function send(breakpoint: Breakpoint, isSet: boolean): void {
  const { activePath } = session.getState().document;
  if (activePath !== null) void sendSetting(activePath, { type: 'breakpoint.set', breakpoint, isSet });
}

function isSame(one: BreakpointPlace, other: BreakpointPlace): boolean {
  return 'task' in one ? 'task' in other && one.task === other.task : 'edge' in other && one.edge === other.edge;
}
