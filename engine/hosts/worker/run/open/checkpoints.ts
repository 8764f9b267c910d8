/** What reads and writes checkpoints: one chunk, loaded while the first run executes. */
export { reopenExecution } from './reopenExecution.ts';
export { tryCheckpoint } from './tryCheckpoint.ts';
export { wholeRecord } from '../record/wholeRecord.ts';
