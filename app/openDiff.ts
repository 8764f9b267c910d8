import type { OpenDiff } from './versions/index.ts';

/** Shows two texts with what differs, by the editor of the source. */
export const openDiff: OpenDiff = async (container, texts) => {
  const { createTextDiff } = await import('./source/diff/createTextDiff.ts');
  return createTextDiff(container, texts);
};
