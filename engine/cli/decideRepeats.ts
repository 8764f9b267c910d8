import { describeCall } from '../effects/index.ts';
import type { AskedCall, RepeatPolicy, Repeats } from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import { UNKNOWN_EFFECT } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { onOneLine } from './print/terminal.ts';

/** Who decides about calls that were cut off, and the calls that no one was asked about. */
export interface RepeatDecisions extends Repeats {
  readonly undecided: readonly AskedCall[];
}

/** By `--repeat`; with `ask` a person at the terminal is asked, one call after the other. */
export function decideRepeats(io: CommandIo, repeat: RepeatPolicy | null): RepeatDecisions {
  const undecided: AskedCall[] = [];
  let forAll: boolean | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const decide = async (call: AskedCall): Promise<boolean | null> => {
    // One that is left open leaves those after it open, too.
    const answer = forAll ?? (undecided.length > 0 ? null : await askAtTerminal(io, call));
    if (answer === 'all') forAll = true;
    if (answer === null) undecided.push(call);
    return answer === 'all' ? true : answer;
  };
  return {
    policy: repeat ?? 'ask',
    undecided,
    ask: (call) => {
      const answer = turn.then(() => decide(call));
      turn = answer;
      return answer;
    },
  };
}

/** Null where there is no terminal, or the person leaves the question open. */
async function askAtTerminal(io: CommandIo, asked: AskedCall): Promise<boolean | 'all' | null> {
  if (io.askLine === undefined || io.signal.aborted) return null;
  io.printError(`\n${describe(asked)} was cut off. It may have arrived: look there before you repeat it.\n`);
  for (;;) {
    io.printError('Make it again? y: yes, n: no, give up on it, a: yes, and all others, q: decide later ');
    const line = await io.askLine();
    const word = line?.trim().toLowerCase() ?? 'q';
    if (io.signal.aborted || word === 'q') return null;
    if (word === 'a') return 'all';
    if (word === 'y' || word === 'n') return word === 'y';
  }
}

function describe({ call, sentAt }: AskedCall): string {
  return `${onOneLine(describeCall(call))} (task ${onOneLine(call.taskId)}, made at ${new Date(sentAt).toISOString()})`;
}

/** Why a run is paused with calls that no one has decided about, and how to continue; null without such calls. `journal`: null where it was not saved. */
export function explainUndecided({ undecided }: RepeatDecisions, journal: string | null): RunError | null {
  if (undecided.length === 0) return null;
  const count = undecided.length === 1 ? '1 call' : `${undecided.length} calls`;
  const list = undecided.map((asked) => `  ${describe(asked)}`).join('\n');
  const again = `signalbox run --journal ${journal ?? ''} --resume --repeat`;
  const message = `The run is paused: ${count} may have arrived before it was interrupted, and it is not decided whether to repeat them:
${list}
Look there, then continue with one of these, and with the other options of this command:
  ${again} yes   makes them again
  ${again} no    gives up on them: their tasks fail`;
  const calls = undecided.map(({ call, sentAt }) => ({
    key: call.key,
    task: call.taskId,
    call: describeCall(call),
    sent_at: new Date(sentAt).toISOString(),
  }));
  return { code: 'EXECUTION_ERROR', message, details: { type: UNKNOWN_EFFECT, reason: 'undecided', calls } };
}
