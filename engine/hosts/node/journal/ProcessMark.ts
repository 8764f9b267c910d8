import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import { codeOf } from '../../../base/index.ts';

/** What tells a process from every other one, also after its end. A part that this system does not say is empty. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in clock ticks since the boot: a process that gets the same id later has another one. */
  readonly start: string;
  /** Id of the boot: it differs from machine to machine, and after each restart. */
  readonly boot: string;
  /** Id of the namespace in which `pid` counts: that of a container, or of the machine. */
  readonly namespace: string;
  /** Name of the machine or the container, shortened, in letters, digits and hyphens. */
  readonly host: string;
}

/** The mark of this process. */
export function readOwnMark(): ProcessMark {
  return {
    pid: process.pid,
    start: readProcess('self')?.start ?? '',
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')),
    host: os
      .hostname()
      .replaceAll(/[^A-Za-z0-9-]/g, '-')
      .slice(0, 60),
  };
}

/**
 * Whether a process lives, as `own` can see it. `unknown`: it is of another container or machine, of a boot before this one,
 * or the system does not show it.
 */
export function findProcess(mark: ProcessMark, own: ProcessMark): 'alive' | 'dead' | 'unknown' {
  const knowsPlaces = own.boot !== '' && own.namespace !== '';
  if (knowsPlaces && mark.boot === own.boot && mark.namespace === own.namespace) {
    const found = readProcess(String(mark.pid));
    if (found !== null) return found.start === mark.start && !found.hasEnded ? 'alive' : 'dead';
    return isFree(mark.pid) ? 'dead' : 'unknown';
  }
  const isSameHost = own.boot === '' && mark.boot === '' && mark.host === own.host;
  return isSameHost && isFree(mark.pid) ? 'dead' : 'unknown';
}

/** What Linux says of a process: null where there is none of that id, or none that is shown. */
function readProcess(pid: string): { readonly start: string; readonly hasEnded: boolean } | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program is in brackets and may hold anything: fields are counted from behind it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  if (state === undefined || start === undefined) return null;
  // One that has ended keeps its id until its parent asks, which in a container may be never.
  return { start, hasEnded: state === 'Z' || state === 'X' };
}

/** Whether no process has this id. */
function isFree(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
