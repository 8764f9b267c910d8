import { type OpenDiff, VersionsPanel } from './versions/index.ts';

const openDiff: OpenDiff = async (container, texts) => {
  const { createTextDiff } = await import('./source/diff/createTextDiff.ts');
  return createTextDiff(container, texts);
};

/** The versions of the open file, with the editor that compares them. */
export function Versions() {
  return <VersionsPanel openDiff={openDiff} />;
}
