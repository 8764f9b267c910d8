import { analyzeBeginning } from '#engine';
import type { SessionState } from '../store/State.ts';
import { readHere, readingState } from './reading.ts';
import { type Beginning, documentRuntime } from './runtime.ts';

/** As much as is read of any file on the page at once. */
const SIZE = { length: 160 * 1024, nodes: 16_000 };
/** A file of fewer tasks is arranged with care, once all of them are known: its first ones would be somewhere else. */
const FEWEST = 1_500;

/** The beginning of a file while the rest of it is read; null when there is nothing to wait for, and where it has none. */
export function beginningOf(state: SessionState, path: string | null): Beginning | null {
  const { reading, beginning } = documentRuntime;
  if (reading === null || reading.path !== path || readingState(state) !== 'waiting') return null;
  const { text } = reading;
  if (beginning?.path === path && beginning.text === text) return beginning.found;
  const found = read(path, text);
  documentRuntime.beginning = { path, text, found };
  return found;
}

function read(path: string, text: string): Beginning | null {
  const beginning = readHere(() => analyzeBeginning(path, text, SIZE), null);
  if (beginning === null || beginning.read === 0 || beginning.total < FEWEST) return null;
  return { ...beginning, share: beginning.read / beginning.total };
}
