import { describeTopic } from '../../authoring/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { refuse } from '../refuse.ts';

/** `signalbox describe`: what a word of Signalbox means. Exit 0, or 2 for a word it does not have. */
export function runDescribeCommand(io: CommandIo, { topic }: { readonly topic: string }): ExitCode {
  const told = describeTopic(topic);
  if (!told.ok) return refuse(io, told.error);
  io.printOut(`${told.value}\n`);
  return 0;
}
