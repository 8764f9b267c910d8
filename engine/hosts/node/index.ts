/** Runs in a process of Node: what the command line uses. */
export { type PreparedRun, prepareRun } from '../prepareRun.ts';
export type { StartRefusal, Variable } from '../RunRequest.ts';
export { ENGINE_VERSION } from '../version.ts';
export { createRealClock, createVirtualClock, type RunClock } from './clock.ts';
export {
  continueJournal,
  createJournal,
  type FileJournal,
  type JournalFile,
  type JournalHead,
  readJournal,
} from './FileJournal.ts';
export { beginRun, type RunInputDraft, type RunJournal, runToEnd } from './runToEnd.ts';
