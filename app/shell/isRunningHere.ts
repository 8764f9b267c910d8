import type { SessionState } from '../session/index.ts';

/** Whether the run on screen is running, and one of the open file. */
export const isRunningHere = ({ run: { shown: run }, document: { activePath } }: SessionState): boolean =>
  run?.view.status === 'running' && run.path === activePath;
