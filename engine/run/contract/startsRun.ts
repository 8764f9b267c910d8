import type { Call } from './Effect.ts';

/** The tool that runs another workflow. */
const RUN_WORKFLOW = 'core:workflow';

/** Whether a call starts another run. */
export function startsRun(call: Call | undefined): boolean {
  return call?.type === 'tool.call' && call.use === RUN_WORKFLOW;
}
