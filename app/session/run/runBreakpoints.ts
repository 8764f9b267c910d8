import type { Breakpoint, ErrorPause } from '#engine/run';
import type { KeptBreakpoint, SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { sendSetting, sendToAll } from './sendControl.ts';

/** Where a breakpoint is: on a task, or on an edge of the graph. */
export type BreakpointPlace = Breakpoint['at'];

/** The breakpoint at a place of the active file; undefined where none is set. */
export function breakpointAt(
  { run: { breakpoints }, document: { activePath } }: Pick<SessionState, 'run' | 'document'>,
  place: BreakpointPlace,
): KeptBreakpoint | undefined {
  if (breakpoints.size === 0 || activePath === null) return undefined;
  return breakpoints.get(activePath)?.find(({ at }) => isSame(at, place));
}

/** What a breakpoint does, and when, in words. */
export function describeBreakpoint({ condition, hits, log }: Breakpoint): string {
  const times =
    hits === undefined ? '' : hits.kind === 'at' ? `, only time ${hits.count}` : `, every ${hits.count} times`;
  const when = condition === null ? '' : ` when ${condition}`;
  return `${log === undefined ? 'Runs pause here' : `Runs write “${log}”`}${when}${times}`;
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
  const { activePath } = session.getState().document;
  const present = breakpointAt(session.getState(), place);
  if (present === undefined) setBreakpoint({ at: place, condition: null });
  else if (activePath !== null) removeBreakpoint(activePath, present);
}

/** Puts a breakpoint at its place in the active file, over the one that was there. An empty condition is always met, an empty text is none. */
export function setBreakpoint({ condition, log, ...breakpoint }: KeptBreakpoint): void {
  const { activePath } = session.getState().document;
  const text = log?.trim() ?? '';
  const kept = { ...breakpoint, condition: condition?.trim() || null, ...(text === '' ? {} : { log: text }) };
  if (activePath !== null) keepBreakpoint(activePath, kept);
}

/** Puts a breakpoint at its place in a file, over the one that was there. */
export function keepBreakpoint(file: string, breakpoint: KeptBreakpoint): void {
  change(file, (list) => {
    const others = list.filter((other) => !isSame(other.at, breakpoint.at));
    const place = list.findIndex((other) => isSame(other.at, breakpoint.at));
    return place < 0 ? [...list, breakpoint] : others.toSpliced(place, 0, breakpoint);
  });
  tellBreakpoint(file, breakpoint);
}

/** Takes a breakpoint of a file away. */
export function removeBreakpoint(file: string, breakpoint: KeptBreakpoint): void {
  change(file, (list) => list.filter((other) => !isSame(other.at, breakpoint.at)));
  send(file, breakpoint, false);
}

/** The breakpoints of a file that are not muted, as a run has them. */
export function activeBreakpoints({ run }: Pick<SessionState, 'run'>, file: string): readonly Breakpoint[] {
  if (run.areMuted) return [];
  return (run.breakpoints.get(file) ?? []).filter(({ isMuted }) => isMuted !== true).map(asSent);
}

/** Says which failures of tasks pause runs from now on; a run that is executed is notified. */
export function setErrorPause(errorPause: ErrorPause): void {
  update({ run: { errorPause } });
  void sendToAll({ type: 'errorPause.set', pauses: errorPause });
}

function change(file: string, edit: (list: readonly KeptBreakpoint[]) => readonly KeptBreakpoint[]): void {
  const { breakpoints } = session.getState().run;
  const next = new Map(breakpoints);
  const list = edit(breakpoints.get(file) ?? []);
  if (list.length === 0) next.delete(file);
  else next.set(file, list);
  update({ run: { breakpoints: next } });
}

/** Notifies a run that is executed of a breakpoint: of one that is muted, that it is gone. */
export function tellBreakpoint(file: string, breakpoint: KeptBreakpoint): void {
  send(file, breakpoint, breakpoint.isMuted !== true && !session.getState().run.areMuted);
}

function send(file: string, breakpoint: KeptBreakpoint, isSet: boolean): void {
  void sendSetting(file, { type: 'breakpoint.set', breakpoint: asSent(breakpoint), isSet });
}

function asSent(breakpoint: KeptBreakpoint): Breakpoint {
  const { isMuted: _, ...sent } = breakpoint;
  return sent;
}

function isSame(one: BreakpointPlace, other: BreakpointPlace): boolean {
  return 'task' in one ? 'task' in other && one.task === other.task : 'edge' in other && one.edge === other.edge;
}
