import { openDiff } from './openDiff.ts';
import { VersionsPanel } from './versions/index.ts';

/** The versions of the open file, with the editor that compares them. */
export function Versions() {
  return <VersionsPanel openDiff={openDiff} />;
}
