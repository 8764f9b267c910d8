import { digestSources, type TrackedRun, takeCheckpoint } from '../../../../driver/index.ts';
import type { RunDetails } from '../../journal/Disk.ts';
import { type HostState, toHostState } from '../record/hostState.ts';

/** The text of a checkpoint; null where taking one throws: a bug there must not end the run. */
export function tryCheckpoint(
  tracked: TrackedRun,
  { path, source, files = new Map() }: Pick<RunDetails, 'source' | 'files'> & { readonly path: string },
  known: HostState,
): string | null {
  try {
    return takeCheckpoint(tracked, digestSources(path, source, files), toHostState(known));
  } catch {
    return null;
  }
}
