/** What reads and writes checkpoints: one chunk, loaded while the first run executes. */

export { wholeRecord } from '../record/wholeRecord.ts';
export { reopenExecution } from './reopenExecution.ts';
export { tryCheckpoint } from './tryCheckpoint.ts';
