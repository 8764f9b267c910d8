import { EMPTY_LAYOUT } from '#engine';
import { formatLayout } from '#engine/layout';
import type { Conflict, SessionState } from '../../store/State.ts';
import { storageRuntime } from '../runtime.ts';

/** The text that both sides of a conflict were made from: as it was last seen on disk; empty where it was not there. */
export function baseOf(
  { storage: { folder, diskFiles } }: SessionState,
  { path, layout, isLaunched }: Conflict,
): string {
  if (layout) return formatLayout(storageRuntime.layoutsOnDisk.get(layout.of) ?? EMPTY_LAYOUT);
  return (isLaunched === true ? diskFiles : folder?.onDisk)?.get(path) ?? '';
}

/** The text that is here; null: it was deleted here. */
export function oursOf({ document }: SessionState, { path, layout }: Conflict): string | null {
  return layout?.text ?? document.workspace.files.get(path) ?? null;
}
