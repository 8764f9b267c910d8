import { isJsonObject, type Json, type JsonObject, jsonObject, ownValue, toText } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import type { Findings } from './Findings.ts';
import { readDuration } from './readDuration.ts';
import type { Answer, AnswerError, TaskAnswers } from './TestFile.ts';

const KEYS: ReadonlySet<string> = new Set(['output', 'error', 'after', 'for']);

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
  const output = ownValue(given, 'output');
  const error = ownValue(given, 'error');
  if ((output === undefined) === (error === undefined)) return refuse('An answer has either `output` or `error`.');
  const after = readDuration(ownValue(given, 'after'), [...path, 'after'], findings) ?? 0;
  const wanted = ownValue(given, 'for');
  const asked = wanted === undefined ? {} : { asked: wanted };
  if (output !== undefined) return [{ kind: 'output', output, after, ...asked, path }];
  if (!isJsonObject(error) || typeof ownValue(error, 'code') !== 'string') return refuse('The error has no `code`.');
  return [{ kind: 'error', error: toError(error), after, ...asked, path }];
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
