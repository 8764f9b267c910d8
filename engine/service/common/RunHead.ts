import type { BegunHead } from '../../hosts/node/index.ts';

/** What a run starts with, as the first line of its journal has it. */
export type RunHead = BegunHead;

/** Ids that are names of files on every system, and of nothing else in the folder. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a text can be the id of a run. */
export function isRunId(text: string): boolean {
  return ID.test(text) && !text.endsWith('.checkpoint');
}
