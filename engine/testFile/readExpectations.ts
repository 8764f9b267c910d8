import { isJsonObject, type Json, type JsonObject, ownValue } from '../base/index.ts';
import { compileData, parseBareTemplate, parseTemplate, referencesOf } from '../expression/index.ts';
import type { Path } from '../text/index.ts';
import type { Findings } from './Findings.ts';
import { readDuration } from './readDuration.ts';
import type { Expectations } from './TestFile.ts';

/** What a test expects; expressions that cannot be read are findings. */
export function readExpectations(expect: JsonObject, path: Path, findings: Findings): Expectations {
  const status = ownValue(expect, 'status');
  const tasks = ownValue(expect, 'tasks');
  const that = textsIn(expect, 'that');
  for (const [index, source] of that.entries()) checkExpression(source, [...path, 'that', index], findings);
  checkTexts(ownValue(expect, 'output'), [...path, 'output'], findings);
  return {
    status: status === 'error' || status === 'cancelled' ? status : 'success',
    path: textsIn(expect, 'path'),
    never: textsIn(expect, 'never'),
    tasks: Object.entries(isJsonObject(tasks) ? tasks : {}).flatMap(([task, says]) => {
      if (!isJsonObject(says)) return [];
      const own = [...path, 'tasks', task];
      const attempts = ownValue(says, 'attempts');
      for (const key of ['with', 'output']) checkTexts(ownValue(says, key), [...own, key], findings);
      return [
        {
          task,
          attempts: typeof attempts === 'number' ? attempts : null,
          with: ownValue(says, 'with'),
          output: ownValue(says, 'output'),
          path: own,
        },
      ];
    }),
    output: ownValue(expect, 'output'),
    equals: ownValue(expect, 'equals'),
    that,
    within: readDuration(ownValue(expect, 'within'), [...path, 'within'], findings),
  };
}

/** What expressions under `that` can read. */
export const EXPECT_ROOTS = ['output', 'input', 'env', 'status', 'error', 'tasks', 'usage', 'duration'];

function checkExpression(source: string, path: Path, findings: Findings): void {
  tell(parseBareTemplate(source).errors, path, findings);
  const foreign = referencesOf(compileData(source, { bare: true })).find(({ root }) => !EXPECT_ROOTS.includes(root));
  if (foreign === undefined) return;
  const message = `“${foreign.root}” is not known here. There is ${EXPECT_ROOTS.join(', ')}.`;
  findings.add('TEST_EXPRESSION', path, message);
}

/** Expressions in an expected value, which are read when the test has run. */
function checkTexts(value: Json | undefined, path: Path, findings: Findings): void {
  if (typeof value === 'string') tell(parseTemplate(value).errors, path, findings);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) checkTexts(item, [...path, index], findings);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) checkTexts(item, [...path, key], findings);
}

function tell(errors: readonly { readonly message: string }[], path: Path, findings: Findings): void {
  const [first] = errors;
  if (first !== undefined) findings.add('TEST_EXPRESSION', path, `This expression cannot be read: ${first.message}`);
}

function textsIn(says: JsonObject, key: string): readonly string[] {
  const value = ownValue(says, key);
  return Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
}
