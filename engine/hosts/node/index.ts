/** Runs in a process of Node: what the command line uses. */
export { ENGINE_VERSION } from '../version.ts';
export { createRealClock, createVirtualClock, type RunClock } from './clock.ts';
export { type PreparedRun, prepareRun, type StartProblem } from './prepareRun.ts';
export { runToEnd } from './runToEnd.ts';
