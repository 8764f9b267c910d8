/** Servers that execute runs (`signalbox serve`): which are kept, and what they are asked for: the door of this slice of the session. */
export { follow } from './follow.ts';
export { noteRuns, readRecord } from './readRecord.ts';
export { controlServed, listServedRuns, listWaits, listWorkflows, startServed } from './requests.ts';
export { keepServer, readAddress, removeServer, serverAt, setRunOn } from './servers.ts';
export type { ServedWait, ServedWorkflow, ServerProblem } from './wire.ts';
