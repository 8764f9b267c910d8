/** `#engine/wire`: what servers answer about runs, read and checked. */
export {
  type RunHead,
  readEventPage,
  readRunPage,
  readStartedRun,
  readWaits,
  readWorkflows,
  type WaitMessage,
  type WorkflowMessage,
} from '../wire/index.ts';
