import { isJsonObject, type Json, type JsonObject, jsonObject } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { callsOut } from '../../testFile/index.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { startedTasks } from './pathOf.ts';

/** A longer input of a task says little to who reads the test. */
const LONGEST_INPUT = 160;

/** What a test expects that is to notice what changes: how the run ended, which tasks started, what those that call something were given, and the output. */
export function expectRun(played: PlayedTest, analysis: Analysis): JsonObject {
  const { view } = played;
  const started = startedTasks(played, analysis);
  const given = started.flatMap((id) => expectTask(id, played, analysis));
  const { error, output } = view;
  return {
    ...(view.status === 'error' || view.status === 'cancelled' ? { status: view.status } : {}),
    ...(started.length === 0 ? {} : { path: [...started] }),
    ...(given.length === 0 ? {} : { tasks: jsonObject(given) }),
    ...(output === null || isTemplate(output) ? {} : { output }),
    ...(error === null ? {} : { that: [`{{ error.code == ${JSON.stringify(error.code)} }}`] }),
  };
}

/** What the last call of a task was given, where it is short, and how often it was tried. */
function expectTask(id: string, { view }: PlayedTest, analysis: Analysis): readonly (readonly [string, Json])[] {
  const task = analysis.graph.nodes.get(id)?.task;
  const ran = view.tasks.get(id);
  if (task === undefined || ran === undefined || !callsOut(effectiveWorkflow(analysis), task)) return [];
  const { input, attempts } = ran;
  const isTold = isJsonObject(input) && Object.keys(input).length > 0 && !isTemplate(input);
  const isShort = JSON.stringify(input).length <= LONGEST_INPUT;
  const expected = {
    ...(attempts.length > 1 ? { attempts: attempts.length } : {}),
    ...(isTold && isShort ? { with: input } : {}),
  };
  return Object.keys(expected).length === 0 ? [] : [[id, expected]];
}

/** Whether a value has a text that would be read as an expression. */
function isTemplate(value: Json): boolean {
  return JSON.stringify(value).includes('{{');
}
