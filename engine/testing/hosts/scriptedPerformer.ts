import { createPerformer } from '../../effects/index.ts';
import type { Call } from '../../run/index.ts';
import type { Answers } from './HostCase.ts';

/** A performer that asks the answers of a call's run, and is the real one for runs that have none. */
export function createScriptedPerformer(answersOf: (runId: string) => Answers | undefined): typeof createPerformer {
  return (context) => {
    const real = createPerformer(context);
    const perform: Answers = (call, signal) => (answersOf(runOf(call)) ?? real.perform)(call, signal);
    return { ...real, perform };
  };
}

/** The id of a call's run: its key begins with it. */
function runOf({ key }: Call): string {
  return key.slice(0, key.indexOf('/'));
}
