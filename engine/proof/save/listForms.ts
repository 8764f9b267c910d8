import { equalJson, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import type { RecordedRun } from './recordRun.ts';
import { type AnswersForm, toAnswers } from './toAnswers.ts';

/** What a run was started with, as far as a test has it: null where it is not known. */
export interface KnownStart {
  readonly seed: number | null;
  readonly env: JsonObject;
}

/**
 * The forms in which a run can be a test, the shortest first: with the answers that a test cannot give itself; with the seed as well, from which
 * random numbers and made-up answers are drawn; with the answers of all calls; with the time that each of them took.
 */
export function* listForms(recorded: RecordedRun, { seed, env }: KnownStart): Generator<JsonObject> {
  const seeded = seed === null ? {} : { seed };
  const given = (form: AnswersForm): JsonObject => {
    const answers: [string, Json][] = [];
    for (const [task, calls] of recorded.answers)
      if (form.which === 'all' || calls.some(({ isNeeded }) => isNeeded)) answers.push([task, toAnswers(calls, form)]);
    return {
      ...(equalJson(recorded.input, {}) ? {} : { input: recorded.input }),
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(answers.length === 0 ? {} : { answers: jsonObject(answers) }),
      ...(recorded.pins.size === 0 ? {} : { pins: jsonObject(recorded.pins) }),
      ...(recorded.signals.length === 0 ? {} : { signals: recorded.signals }),
    };
  };
  const needed = { which: 'needed', isTimed: false } as const;
  yield given(needed);
  if (seed !== null) yield { ...seeded, ...given(needed) };
  yield { ...seeded, ...given({ which: 'all', isTimed: false }) };
  yield { ...seeded, ...given({ which: 'all', isTimed: true }) };
}
