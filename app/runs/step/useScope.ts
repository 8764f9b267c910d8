import { useEffect, useState } from 'react';
import type { Result } from '#engine';
import { useSession } from '../../session/index.ts';
import { explainNoScope, inspectRun, type ShownScope } from '../../session/runSteps/index.ts';

/**
 * What a step of the run on screen sees at the instant that is shown, asked for again at each other instant; null until it is there, and
 * where the run cannot be looked into. The error is for the user.
 * @param activation null: nothing is asked for
 */
export function useScope(activation: number | null, expressions: readonly string[]): Result<ShownScope, string> | null {
  const run = useSession((state) => state.run.shown);
  const [scope, setScope] = useState<Result<ShownScope, string> | null>(null);
  const asked = JSON.stringify(expressions);
  const { runId, events, moment } = run ?? {};
  const isClosed = run === null || explainNoScope(run) !== undefined;
  useEffect(() => {
    if (runId === undefined || events === undefined || moment === undefined || activation === null || isClosed) return;
    let isWanted = true;
    const wanted: readonly string[] = JSON.parse(asked);
    void inspectRun({ runId, events, moment }, activation, wanted).then((found) => {
      if (isWanted) setScope(found);
    });
    return () => {
      isWanted = false;
    };
  }, [runId, events, moment, activation, isClosed, asked]);
  return scope;
}
