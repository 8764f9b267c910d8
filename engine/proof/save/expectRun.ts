import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { callsOut } from '../../testFile/index.ts';
import { listCalls } from '../cassette/listCalls.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { startedTasks } from './pathOf.ts';

/** A longer input says little to somebody who reads the test. */
const LONGEST_INPUT = 160;

/** What a test expects so that it notices changes: how the run ended, which tasks started, what those that call something were given, and the output. */
export function expectRun(played: PlayedTest, analysis: Analysis): JsonObject {
  const { view } = played;
  const started = startedTasks(played, analysis);
  const calls = listCalls(played.events).filter(({ kind }) => kind !== 'memory');
  const given = started.flatMap((id) => {
    const made = calls.filter(({ taskId }) => taskId === id).length;
    return made === 0 ? [] : expectTask(id, made, { played, analysis });
  });
  const { error, output } = view;
  return {
    ...(view.status === 'error' || view.status === 'cancelled' ? { status: view.status } : {}),
    ...(started.length === 0 ? {} : { path: [...started] }),
    ...(given.length === 0 ? {} : { tasks: jsonObject(given) }),
    ...(output === null || isTemplate(output) ? {} : { output }),
    ...(error === null ? {} : { that: [`{{ error.code == ${JSON.stringify(error.code)} }}`] }),
  };
}

/** How often a task called something, what it was given last, where that is short, and how often it was tried then. */
function expectTask(
  id: string,
  calls: number,
  { played: { view }, analysis }: { readonly played: PlayedTest; readonly analysis: Analysis },
): readonly (readonly [string, Json])[] {
  const task = analysis.graph.nodes.get(id)?.task;
  const ran = view.tasks.get(id);
  if (task === undefined || ran === undefined) return [];
  const { attempts } = ran;
  // What a test performs itself, such as what is written to a log, may be done as often as it likes.
  const isCounted = callsOut(effectiveWorkflow(analysis), task);
  const given = isJsonObject(ran.input) ? tellable(ran.input) : {};
  const isTold = Object.keys(given).length > 0 && !isTemplate(given);
  const isShort = JSON.stringify(given).length <= LONGEST_INPUT;
  const expected = {
    ...(isCounted ? { calls } : {}),
    ...(isCounted && attempts.length > 1 ? { attempts: attempts.length } : {}),
    ...(isTold && isShort ? { with: given } : {}),
  };
  return Object.keys(expected).length === 0 ? [] : [[id, expected]];
}

/** An input without headers, and without what is nothing: in a test a secret has no value. */
function tellable(input: JsonObject): JsonObject {
  return jsonObject(Object.entries(input).filter(([key, value]) => key !== 'headers' && value !== null));
}

/** Whether a value has a text that would be read as an expression. */
function isTemplate(value: Json): boolean {
  return JSON.stringify(value).includes('{{');
}
