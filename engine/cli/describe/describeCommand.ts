import { describeTopic } from '../../authoring/index.ts';
import { ok } from '../../base/index.ts';
import { refuse } from '../refuse.ts';
import { toCommand } from '../toCommand.ts';

/** `signalbox describe`: what a word of Signalbox means. Exit 0, or 2 for a word it does not have. */
export const describeCommand = toCommand(
  (args) => ok(args.join(' ')),
  (io, topic) => {
    const told = describeTopic(topic);
    if (!told.ok) return refuse(io, told.error);
    io.printOut(`${told.value}\n`);
    return 0;
  },
);
