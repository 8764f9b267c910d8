import { isJsonObject, type Json, type JsonObject, toData, toText } from '../../base/index.ts';
import { compileData, evaluateCompiled } from '../../expression/index.ts';
import type { Answer, TaskAnswers, TestCase } from '../../testFile/index.ts';

/** A template that fails for a row. */
export class RowError extends Error {}

/** A test of a dataset with the templates in its input, variables, answers and signals filled in from a row. Throws {@link RowError}. */
export function fillTest(test: TestCase, row: Json, index: number): TestCase {
  const fill = (value: Json): Json => fillValue(value, row, index);
  return {
    ...test,
    input: fill(test.input),
    env: toMap(fill(test.env)),
    answers: test.answers.map(
      (task): TaskAnswers => ({ ...task, answers: task.answers.map((each) => fillAnswer(each, fill)) }),
    ),
    signals: test.signals.map((signal) => ({ ...signal, payload: fill(signal.payload) })),
    row: { value: row, index },
  };
}

function fillAnswer(answer: Answer, fill: (value: Json) => Json): Answer {
  if (answer.kind === 'output') return { ...answer, output: fill(answer.output) };
  if (answer.kind === 'tools')
    return { ...answer, toolCalls: answer.toolCalls.map(({ name, input }) => ({ name, input: fill(input) })) };
  if (answer.kind !== 'error') return answer;
  const { code, message, details } = answer.error;
  return { ...answer, error: { code, message: toText(fill(message)), details: toMap(fill(details)) } };
}

function fillValue(value: Json, row: Json, index: number): Json {
  const root = (name: string): Json | undefined => (name === 'row' ? row : name === 'index' ? index : undefined);
  const filled = evaluateCompiled(compileData(toData(value)), { root, now: () => 0, random: () => 0 });
  if (!filled.ok) throw new RowError(filled.error.message);
  return filled.value.value;
}

function toMap(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
