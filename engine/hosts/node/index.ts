/** The Node host: executes runs in a process of Node, for the command line. */
export { prepareEnv } from '../prepareEnv.ts';
export { prepareRun } from '../prepareRun.ts';
export type { StartRefusal, Variable } from '../RunRequest.ts';
export { readExposure } from '../readExposure.ts';
export type { Restoration } from '../restoreRun.ts';
export { createRunWorkflow } from '../runNested.ts';
export { ENGINE_VERSION } from '../version.ts';
export { createRealClock, createVirtualClock, delayBy, type RunClock } from './clock.ts';
export { continueJournal, createJournal, type JournalFile } from './FileJournal.ts';
export { createFolderFiles } from './folderFiles.ts';
export { createFolderKeyValues } from './folderKeyValues.ts';
export { openStateFolder } from './folderState.ts';
export type { HostState } from './hostState.ts';
export { JournalReader } from './JournalReader.ts';
export { isInside, OutsideError, readInside, UnfitFileError } from './readInside.ts';
export type { FileJournal, JournalHead } from './readJournal.ts';
export { beginRun, reopenJournal, runToEnd } from './runToEnd.ts';
export { createThreadRunScript, serveScriptThread } from './scriptThread.ts';
