import { err, ok, type Result } from '#engine';
import type { StepScope } from '#engine/run';
import type { LocalEngine } from '#engine/worker';
import { enginePort, ignoreWorkerExit, reachOut } from '../document/engine.ts';
import { placeOf } from '../run/findRecord.ts';
import type { ShownRun } from '../store/State.ts';

/** Why the run on screen cannot be looked into at an instant; undefined where it can. */
export function explainNoScope({ isImported, isOfTest }: ShownRun): string | undefined {
  if (isOfTest) return 'A test played the run, which is not kept. Its steps tell what they were given and gave.';
  if (isImported) return 'The run came from a file. Fork it to see what its steps see.';
  return undefined;
}

/** What a step sees, and when. */
export interface ShownScope extends StepScope {
  /** True: it is over and gone at the instant that is shown, and this is what it saw as it began. */
  readonly isFromBegin: boolean;
}

/**
 * What a step of a run sees at the instant that is shown, else what it saw as it began, and what expressions give there. The error is for the
 * user; null where the engine was started again meanwhile.
 * @param activation null: what the run as a whole sees
 */
export async function inspectRun(
  { runId, events, moment }: Pick<ShownRun, 'runId' | 'events' | 'moment'>,
  activation: number | null,
  expressions: readonly string[],
): Promise<Result<ShownScope, string> | null> {
  const last = events.at((moment?.count ?? events.length) - 1);
  if (last === undefined) return null;
  const ask = (seq: number, isBefore: boolean) => askScope(runId, { seq, activation, isBefore, expressions });
  try {
    const now = await ask(last.seq, false);
    if (!now?.ok) return now;
    if (now.value.isThere || activation === null) return ok({ ...now.value, isFromBegin: false });
    const begin = events.slice().find((event) => event.type === 'task.started' && event.activation === activation);
    const then = begin === undefined || begin.seq > last.seq ? null : await ask(begin.seq, true);
    return ok(
      then?.ok && then.value.isThere ? { ...then.value, isFromBegin: true } : { ...now.value, isFromBegin: false },
    );
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
}

type Question = Parameters<LocalEngine['inspectRun']>[0];

/** Asks the engine; of a run on a server, it reads the journal there. */
async function askScope(runId: string, question: Omit<Question, 'runId'>): Promise<Result<StepScope, string> | null> {
  const place = placeOf(runId);
  if (place !== null) {
    const there = { ...question, runId: place.runId };
    return reachOut({ type: 'person' }, (outer) => outer.inspectServed(place.server, there));
  }
  const engine = enginePort()?.engine;
  if (engine === undefined) return null;
  const scope = await engine.inspectRun({ ...question, runId });
  return scope === null ? err('The run is no longer kept, so it cannot be looked into.') : ok(scope);
}
