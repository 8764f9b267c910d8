import { removeBreakpoint, tellBreakpoint } from '../run/runBreakpoints.ts';
import { keepPin } from '../run/runPins.ts';
import { session, update } from '../store/store.ts';

/** Mutes all breakpoints, or lets each do again what it says. */
export function muteBreakpoints(areMuted: boolean): void {
  update({ run: { areMuted } });
  for (const [file, list] of session.getState().run.breakpoints)
    for (const breakpoint of list) tellBreakpoint(file, breakpoint);
}

/** Takes away the breakpoints of all files. */
export function removeBreakpoints(): void {
  for (const [file, list] of session.getState().run.breakpoints)
    for (const breakpoint of list) removeBreakpoint(file, breakpoint);
}

/** Lets a task of a file run again; without one, all tasks of all files. */
export function unpinTasks(only?: { readonly file: string; readonly task: string }): void {
  if (only !== undefined) return keepPin(only.file, only.task, null);
  for (const [file, kept] of session.getState().run.pins)
    for (const task of Object.keys(kept)) keepPin(file, task, null);
}
