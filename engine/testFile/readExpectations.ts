import { isJsonObject, type Json, type JsonObject, ownValue } from '../base/index.ts';
import { compileData, parseBareTemplate, parseTemplate, referencesOf } from '../expression/index.ts';
import type { Path } from '../text/index.ts';
import { type Findings, readDuration } from './Findings.ts';
import type { CallExpectation, Count, Expectations, RoundExpectation, TaskExpectation } from './TestFile.ts';

/** Where what is wrong is collected, and whether the test is played for rows. */
interface ExpectReading {
  readonly findings: Findings;
  readonly hasRow: boolean;
}

/** What a test expects; expressions that cannot be read are findings. */
export function readExpectations(expect: JsonObject, path: Path, reading: ExpectReading): Expectations {
  const { findings } = reading;
  const status = ownValue(expect, 'status');
  const tasks = ownValue(expect, 'tasks') ?? {};
  const that = textsIn(expect, 'that');
  for (const [index, source] of that.entries()) checkExpression(source, [...path, 'that', index], reading);
  checkTexts(ownValue(expect, 'output'), [...path, 'output'], reading);
  return {
    status: status === 'error' || status === 'cancelled' ? status : 'success',
    ...readPath(ownValue(expect, 'path')),
    never: textsIn(expect, 'never'),
    tasks: Object.entries(isJsonObject(tasks) ? tasks : {}).flatMap(([task, says]) =>
      isJsonObject(says) ? [readTask(task, says, { path: [...path, 'tasks', task], reading })] : [],
    ),
    calls: listIn(expect, 'calls').flatMap((says, index) =>
      isJsonObject(says) ? [readCall(says, [...path, 'calls', index], reading)] : [],
    ),
    output: ownValue(expect, 'output'),
    equals: ownValue(expect, 'equals'),
    that,
    within: readDuration(ownValue(expect, 'within'), [...path, 'within'], findings),
  };
}

/** Tasks in their order; a map has them under `exactly`. */
function readPath(path: Json | undefined): Pick<Expectations, 'path' | 'isExactPath'> {
  const isExactPath = isJsonObject(path ?? null);
  return { path: textsIn(isExactPath ? (path as JsonObject) : { exactly: path ?? [] }, 'exactly'), isExactPath };
}

interface ExpectationPlace {
  readonly path: Path;
  readonly reading: ExpectReading;
}

function readTask(task: string, says: JsonObject, { path, reading }: ExpectationPlace): TaskExpectation {
  const calls = ownValue(says, 'calls');
  const rounds = ownValue(says, 'rounds');
  const items = ownValue(says, 'items') ?? {};
  if (Array.isArray(calls)) checkTexts(calls, [...path, 'calls'], reading);
  return {
    ...readRound(says, { path, reading }),
    task,
    use: readUse(says),
    times: readCount(ownValue(says, 'times')),
    calls: Array.isArray(calls) ? calls : readCount(calls),
    rounds: Array.isArray(rounds)
      ? rounds.map((round: Json, index) => readRound(round, { path: [...path, 'rounds', index], reading }))
      : null,
    items: new Map(
      Object.entries(items).map(([index, item]: [string, Json]) => [
        Number(index),
        readRound(item, { path: [...path, 'items', Array.isArray(items) ? Number(index) : index], reading }),
      ]),
    ),
  };
}

function readRound(given: Json, { path, reading }: ExpectationPlace): RoundExpectation {
  const says = isJsonObject(given) ? given : {};
  const attempts = ownValue(says, 'attempts');
  for (const key of ['with', 'output']) checkTexts(ownValue(says, key), [...path, key], reading);
  return {
    attempts: typeof attempts === 'number' ? attempts : null,
    with: ownValue(says, 'with'),
    output: ownValue(says, 'output'),
    path,
  };
}

function readCall(says: JsonObject, path: Path, reading: ExpectReading): CallExpectation {
  const sent = ownValue(says, 'sent');
  checkTexts(sent, [...path, 'sent'], reading);
  const times = readCount(ownValue(says, 'times')) ?? { least: 1, most: Number.POSITIVE_INFINITY };
  return { use: readUse(says), sent, times, path };
}

function readUse(says: JsonObject): string | null {
  const use = ownValue(says, 'use');
  return typeof use === 'string' ? use : null;
}

/** A whole number, or a map with `at_least`, `at_most` or both; null where it is neither, which the schema tells. */
function readCount(given: Json | undefined): Count | null {
  if (typeof given === 'number') return { least: given, most: given };
  if (!isJsonObject(given ?? null)) return null;
  const { at_least: least = 0, at_most: most = Number.POSITIVE_INFINITY } = given as JsonObject;
  return typeof least === 'number' && typeof most === 'number' ? { least, most } : null;
}

function listIn(says: JsonObject, key: string): readonly Json[] {
  const value = ownValue(says, key);
  return Array.isArray(value) ? value : [];
}

/** What expressions under `that` can read. */
export const EXPECT_ROOTS = ['output', 'input', 'env', 'status', 'error', 'tasks', 'usage', 'duration'];

/** What expressions of a test with `each` can read besides. */
export const ROW_ROOTS = ['row', 'index'];

/** Adds that an expression, or a text of templates, cannot be read, or reads what is not there. */
export function checkExpression(source: string, path: Path, { findings, hasRow }: ExpectReading): void {
  tell(parseBareTemplate(source).errors, path, findings);
  const roots = hasRow ? [...EXPECT_ROOTS, ...ROW_ROOTS] : EXPECT_ROOTS;
  const foreign = referencesOf(compileData(source, { bare: true })).find(({ root }) => !roots.includes(root));
  if (foreign === undefined) return;
  const message = `“${foreign.root}” is not known here. It can read ${roots.join(', ')}.`;
  findings.add('TEST_EXPRESSION', path, message);
}

/** Expressions in an expected value, which are read when the test has run. */
function checkTexts(value: Json | undefined, path: Path, reading: ExpectReading): void {
  if (typeof value === 'string') checkText(value, path, reading);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) checkTexts(item, [...path, index], reading);
  else if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) checkTexts(item, [...path, key], reading);
}

function checkText(text: string, path: Path, { findings, hasRow }: ExpectReading): void {
  const template = parseTemplate(text);
  tell(template.errors, path, findings);
  if (!hasRow || template.kind !== 'expression') return;
  const roots = referencesOf(compileData(text)).map(({ root }) => root);
  if (!roots.includes('row') || roots.includes('value')) return;
  const inner = text.trim().slice(2, -2).trim();
  const message = `This does not compare: an expression here must be true of value. Write "{{ value == ${inner} }}".`;
  findings.add('TEST_EXPRESSION', path, message);
}

function tell(errors: readonly { readonly message: string }[], path: Path, findings: Findings): void {
  const [first] = errors;
  if (first !== undefined) findings.add('TEST_EXPRESSION', path, `This expression cannot be read: ${first.message}`);
}

function textsIn(says: JsonObject, key: string): readonly string[] {
  const value = ownValue(says, key);
  return Array.isArray(value) ? value.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [];
}
