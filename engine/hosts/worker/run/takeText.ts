import { digestSources } from '../../Checkpoint.ts';
import type { TrackedRun } from '../../TrackedRun.ts';
import { takeCheckpoint } from '../../takeCheckpoint.ts';
import type { RunDetails } from '../journal/Disk.ts';
import { type HostState, toHostState } from './hostState.ts';

/** A checkpoint as a text; null where the state cannot be written, an error of ours that is no reason to end a run. */
export function takeText(
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
