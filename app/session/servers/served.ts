/** What runs of servers need, loaded with the first of them. */
export { follow } from './follow.ts';
export { readRecord } from './readRecord.ts';
export { controlServed } from './requests.ts';
export { watchIdle } from './watchIdle.ts';
