import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue, toText } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import { type Findings, readDuration } from './Findings.ts';
import type { Answer, AnswerError, AskedTool, TaskAnswers } from './TestFile.ts';

const KEYS: ReadonlySet<string> = new Set(['output', 'error', 'tool_calls', 'after', 'for', 'tool']);

/** What an answer may say, one of which it does. */
const SAID = ['output', 'error', 'tool_calls'] as const;

const FORM = 'Write {output: …}, {error: {code: …}}, simulate or live, or a list of these.';

/** The answers of a test, by task; what is none of the forms is a finding. */
export function readAnswers(answers: JsonObject, path: Path, findings: Findings): readonly TaskAnswers[] {
  return Object.entries(answers).map(([task, given]) => {
    const own = [...path, task];
    const list = Array.isArray(given) ? given : [given];
    const read = list.flatMap((each: Json, index) =>
      readAnswer(each, Array.isArray(given) ? [...own, index] : own, findings),
    );
    if (list.length === 0) findings.add('TEST_ANSWER', own, `The list of answers of “${task}” is empty. ${FORM}`);
    return { task, answers: read, path: own };
  });
}

function readAnswer(given: Json, path: Path, findings: Findings): readonly Answer[] {
  if (given === 'simulate' || given === 'live') return [{ kind: given, path }];
  const refuse = (message: string): readonly Answer[] => {
    findings.add('TEST_ANSWER', path, `${message} ${FORM}`);
    return [];
  };
  if (!isJsonObject(given)) return refuse('This is not an answer.');
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return refuse(`An answer has no key “${unknown}”.`);
  const said = SAID.filter((key) => ownValue(given, key) !== undefined);
  if (said.length !== 1) return refuse('An answer has one of `output`, `error` and `tool_calls`.');
  const [output, error, asks] = SAID.map((key) => ownValue(given, key));
  const tool = ownValue(given, 'tool');
  if (tool !== undefined && typeof tool !== 'string') return refuse('`tool` is not the name of a tool.');
  const wanted = ownValue(given, 'for');
  const to = {
    after: readDuration(ownValue(given, 'after'), [...path, 'after'], findings) ?? 0,
    ...(wanted === undefined ? {} : { asked: wanted }),
    ...(tool === undefined ? {} : { tool }),
    path,
  };
  if (output !== undefined) return [{ kind: 'output', output, ...to }];
  if (asks !== undefined) {
    const toolCalls = readToolCalls(asks);
    if (toolCalls === null || tool !== undefined)
      return refuse('Under `tool_calls` is what a model calls: [{name: …, input: …}].');
    return [{ kind: 'tools', toolCalls, ...to }];
  }
  const failure = error ?? null;
  if (!isJsonObject(failure) || typeof ownValue(failure, 'code') !== 'string')
    return refuse('The error has no `code`.');
  return [{ kind: 'error', error: toError(failure), ...to }];
}

/** Null where it is no list of calls. */
function readToolCalls(given: Json): readonly AskedTool[] | null {
  if (!Array.isArray(given) || given.length === 0) return null;
  const calls = given.flatMap((call: Json) => {
    if (!isJsonObject(call) || Object.keys(call).some((key) => key !== 'name' && key !== 'input')) return [];
    const { name = null, input = {} } = call;
    return typeof name === 'string' && name !== '' ? [{ name, input }] : [];
  });
  return calls.length === given.length ? calls : null;
}

/** Keys besides `code`, `message` and `details` are written into the details, as tools do with a `status`. */
function toError(given: JsonObject): AnswerError {
  const { code: written = '', message: said, details = {}, ...more } = given;
  const code = toText(written);
  const message = said === undefined ? `The test answers with ${code}.` : toText(said);
  const own = isJsonObject(details) ? Object.entries(details) : [];
  const all = [['type', 'test'] as const, ['reason', message] as const, ...Object.entries(more), ...own];
  return { code, message, details: jsonObject(all) };
}
