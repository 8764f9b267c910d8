import type { StepScope } from '#engine/run';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import type { ShownRun } from '../store/State.ts';

/** Why the run on screen cannot be looked into at an instant; undefined where it can. */
export function explainNoScope({ isImported, isOfTest, importedFrom, server }: ShownRun): string | undefined {
  if (isOfTest) return 'A test played the run, which is not kept. Its steps tell what they were given and gave.';
  if (server !== null) return 'The run is on a server. Fork it here to see what its steps see.';
  if (isImported || importedFrom !== null) return 'The run came from a file. Fork it to see what its steps see.';
  return undefined;
}

/** What a step sees, and when. */
export interface ShownScope extends StepScope {
  /** True: it is over and gone at the instant that is shown, and this is what it saw as it began. */
  readonly isFromBegin: boolean;
}

/**
 * What a step of a run sees at the instant that is shown, else what it saw as it began, and what expressions give there; null where the
 * run is no longer kept.
 * @param activation null: what the run as a whole sees
 */
export async function inspectRun(
  { runId, events, moment }: Pick<ShownRun, 'runId' | 'events' | 'moment'>,
  activation: number | null,
  expressions: readonly string[],
): Promise<ShownScope | null> {
  const engine = enginePort()?.engine;
  const last = events.at((moment?.count ?? events.length) - 1);
  if (engine === undefined || last === undefined) return null;
  const ask = (seq: number, isBefore: boolean): Promise<StepScope | null> =>
    engine.inspectRun({ runId, seq, activation, isBefore, expressions });
  try {
    const now = await ask(last.seq, false);
    if (now === null || now.isThere || activation === null) return now && { ...now, isFromBegin: false };
    const begin = events.slice().find((event) => event.type === 'task.started' && event.activation === activation);
    const then = begin === undefined || begin.seq > last.seq ? null : await ask(begin.seq, true);
    return then?.isThere === true ? { ...then, isFromBegin: true } : { ...now, isFromBegin: false };
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
}
