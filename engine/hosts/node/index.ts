/** Runs in a process of Node: what the command line uses. */
export { type PreparedRun, prepareRun } from '../prepareRun.ts';
export type { StartRefusal, Variable } from '../RunRequest.ts';
export { ENGINE_VERSION } from '../version.ts';
export { createRealClock, createVirtualClock, type RunClock } from './clock.ts';
export { runToEnd } from './runToEnd.ts';
