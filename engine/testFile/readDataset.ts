import { isJsonObject, type Json, type JsonObject, ownValue } from '../base/index.ts';
import type { Path } from '../text/index.ts';
import type { Findings } from './Findings.ts';
import { checkExpression } from './readExpectations.ts';
import type { Dataset, Score, ScoreBy, TestCase, Variant } from './TestFile.ts';

/** Names of the files that rows are read from. */
const ROWS = /\.(csv|jsonl|ya?ml)$/i;

/** A test with `each` as a dataset, with its variants and scores; null for one without. */
export function readDataset(says: JsonObject, test: TestCase, findings: Findings): Dataset | null {
  const { path } = test;
  const each = ownValue(says, 'each');
  const [stray] = ['variants', 'score'].filter((key) => ownValue(says, key) !== undefined);
  if (each === undefined && stray !== undefined)
    findings.add(
      'TEST_DATASET',
      [...path, stray],
      `${stray} is only for tests with each. Add each: ./cases.csv, or remove it.`,
    );
  if (typeof each !== 'string' && !Array.isArray(each)) return null;
  if (typeof each === 'string' && !ROWS.test(each)) {
    const message = `${each} is not a file of rows: its name ends with .csv, .jsonl or .yaml. Rename it.`;
    findings.add('TEST_DATASET', [...path, 'each'], message);
  }
  if (test.cassette !== null) {
    const message = 'A test with each has no cassette: answers are kept next to its file. Remove it.';
    findings.add('TEST_DATASET', test.cassette.path, message);
  }
  return {
    test,
    each,
    variants: readVariants(ownValue(says, 'variants'), [...path, 'variants']),
    scores: readScores(ownValue(says, 'score'), [...path, 'score'], findings),
  };
}

function readVariants(says: Json | undefined, path: Path): readonly Variant[] {
  const named = isJsonObject(says) ? Object.entries(says) : [];
  if (named.length === 0) return [{ name: 'as it is', changes: [], path }];
  return named.map(([name, values]) => {
    const own = [...path, name];
    const changes = Object.entries(isJsonObject(values) ? values : {});
    return { name, path: own, changes: changes.map(([place, value]) => ({ place, value, path: [...own, place] })) };
  });
}

function readScores(says: Json | undefined, path: Path, findings: Findings): readonly Score[] {
  if (typeof says === 'string') return readScore('score', says, { path, findings });
  const named = isJsonObject(says) ? Object.entries(says) : [];
  return named.flatMap(([name, own]) => readScore(name, own, { path: [...path, name], findings }));
}

interface Reading {
  readonly path: Path;
  readonly findings: Findings;
}

function readScore(name: string, says: Json, { path, findings }: Reading): readonly Score[] {
  const reading = { findings, hasRow: true };
  if (typeof says === 'string') {
    checkExpression(says, path, reading);
    return [{ name, by: { kind: 'expression', source: says }, least: null, path }];
  }
  if (!isJsonObject(says)) return [];
  const least = ownValue(says, 'least');
  const value = ownValue(says, 'value');
  if (typeof value === 'string') checkExpression(value, [...path, 'value'], reading);
  const by = readScoreBy(says);
  if (by === null) {
    const message = `The score “${name}” needs exactly one of value, schema and judge. Write an expression, {schema: …} or {judge: AGENT}.`;
    findings.add('TEST_SCORE', path, message);
    return [];
  }
  return [{ name, by, least: typeof least === 'number' ? least : null, path }];
}

function readScoreBy(says: JsonObject): ScoreBy | null {
  const schema = ownValue(says, 'schema');
  const judge = ownValue(says, 'judge');
  const action = ownValue(says, 'action');
  const value = ownValue(says, 'value');
  const source = typeof value === 'string' ? value : '{{ output }}';
  if (schema !== undefined) return judge === undefined ? { kind: 'schema', schema, value: source } : null;
  if (typeof judge !== 'string') return value === undefined ? null : { kind: 'expression', source };
  if (value !== undefined) return null;
  const given = ownValue(says, 'with') ?? { input: '{{ input }}', output: '{{ output }}', row: '{{ row }}' };
  return { kind: 'judge', agent: judge, action: typeof action === 'string' ? action : null, with: given };
}
