/** The Node host: executes runs in a process of Node, for the command line. */

export type { AskedCall, Proof, RepeatPolicy, RunInputDraft } from '../../driver/index.ts';
export {
  digestSources,
  ENGINE_VERSION,
  giveUp,
  noDigest,
  planResumption,
  replay,
  startsRun,
  TrackedRun,
} from '../../driver/index.ts';
export { type ChildRequest, childRunId, type RunPlace } from '../children/ChildRequest.ts';
export type { ChildRuns } from '../children/ChildRuns.ts';
export { renewBudget, toResumed } from '../children/Family.ts';
export { blockedWith, type HostedRun, isBlocked, pauseUnder } from '../children/HostedRun.ts';
export { DEEPEST, MOST_CHILDREN } from '../children/limits.ts';
export { prepareChild, refuseNumber, toOutcome } from '../children/prepareChild.ts';
export { readWithImports } from '../children/readWithImports.ts';
export type { Restoration } from '../feedRun.ts';
export { isCheckpointDue } from '../isCheckpointDue.ts';
export { listNeeds, type Needs } from '../listNeeds.ts';
export { listRecorded, prepareEnv, takeHeld } from '../prepareEnv.ts';
export { type CheckedText, checkText, prepareRun } from '../prepareRun.ts';
export type { StartRefusal, Variable } from '../RunRequest.ts';
export { nextLink, sealRun } from '../RunSeal.ts';
export { readExposure, reopenRun } from '../reopenRun.ts';
export type { RecordedJournal } from '../restoreRun.ts';
export { findUnset } from '../unsetVariables.ts';
export { beginRun, reopenJournal } from './beginRun.ts';
export {
  ChildJournalError,
  type ChildJournals,
  childFolder,
  childJournal,
  hasBegun,
  hasSettled,
  journalPlaces,
  noteSettled,
  type OpenJournal,
  outermostJournal,
  type StartedHead,
} from './ChildJournals.ts';
export { exchangeByHttp } from './exchange/exchangeByHttp.ts';
export { placeInside } from './files/placeInside.ts';
export { HiddenError, isAt, isInside, OutsideError, readInside, UnfitFileError } from './files/readInside.ts';
export { createWorkflowFiles, type FilesOptions, type RunFolders, toRunFolders } from './files/runFiles.ts';
export { openStateKeep } from './folderKeyValues.ts';
export { CHECKPOINT_ENDINGS, checkpointFile, isFullDisk } from './journal/checkpointFile.ts';
export { likenHead } from './journal/explainDamage.ts';
export { continueJournal, createJournal, type Fence, type JournalFile } from './journal/FileJournal.ts';
export { claimJournal, hasOwner, isServed, type JournalClaim, OWNER } from './journal/JournalClaim.ts';
export { JournalReader } from './journal/JournalReader.ts';
export { JournalWatch } from './journal/JournalWatch.ts';
export { FencedError, GrownJournalError, LostJournalError } from './journal/journalErrors.ts';
export type { ProcessMark } from './journal/ProcessMark.ts';
export type { Rest, RunJournal } from './journal/RunJournal.ts';
export { analyzeRecorded, type FileJournal, JOURNAL_FORMAT, type JournalHead } from './journal/readJournal.ts';
export { readLines } from './journal/readLines.ts';
export { type BegunHead, type SealedLine, sealHeadInSteps } from './journal/sealLine.ts';
export { createChildRuns, type ProcessContext } from './openChild.ts';
export {
  type NamedGrant,
  type OpenedPorts,
  openPerformer,
  openPorts,
  type PortsOptions,
  PRICES,
  type ProcessPorts,
  recordedVault,
} from './openPorts.ts';
export { Reach } from './reach/Reach.ts';
export type { ReachRefusal } from './reach/ReachRules.ts';
export { formsOf, matcherOf } from './reach/specialRanges.ts';
export { replaceFile } from './replaceFile.ts';
export { createRealClock, createVirtualClock, type RunClock } from './run/clock.ts';
export { type HostState, type Repeats, readHostState, writeHostState } from './run/RunToEndOptions.ts';
export { runToEnd } from './run/runToEnd.ts';
export { Turns } from './run/waiting.ts';
export { createThreadRunScript, serveScriptThread } from './scriptThread.ts';
export { takeVariables } from './takeVariables.ts';
export { describeWriteProblem, isWriteProblem } from './writeProblems.ts';
