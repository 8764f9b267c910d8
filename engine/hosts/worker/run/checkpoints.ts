/** What reads and writes checkpoints, loaded in one piece: with the first run, which needs it only later. */
export { reopenExecution } from './reopenExecution.ts';
export { takeText } from './takeText.ts';
export { wholeRecord } from './wholeRecord.ts';
