import { describeTopic } from '../../authoring/index.ts';
import { defineArguments } from '../arguments/Arguments.ts';
import { needed } from '../arguments/CommandError.ts';
import { toCommand } from '../arguments/toCommand.ts';
import { printResult } from '../print/printResult.ts';

const DESCRIBE = defineArguments('describe', {}, (_, words) => ({ topic: words.join(' ') }));

/** `signalbox describe`: what a word of Signalbox means. Exit 0, or 2 for a word it does not have. */
export const describeCommand = toCommand(DESCRIBE, (io, { topic }) => {
  const text = needed(describeTopic(topic), 'UNKNOWN_NAME', { place: topic, next: 'signalbox describe' });
  printResult(io, { topic, text }, `${text}\n`);
  return 0;
});
