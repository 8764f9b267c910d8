import { isJsonObject, type Json, type JsonObject, layOver, ownValue, toJson } from '../base/index.ts';
import { validateJson } from '../schema/index.ts';
import { parseSyntax, toNodeData } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import { readTargets } from './coverageTargets.ts';
import { Findings, readDuration } from './Findings.ts';
import { readAnswers } from './readAnswers.ts';
import { readDataset } from './readDataset.ts';
import { readExpectations } from './readExpectations.ts';
import type { CallMatch, Dataset, TaskAnswers, TestCase, TestFile, TestSignal } from './TestFile.ts';
import { testSchema } from './testSchema.ts';

/** What to do about what a schema finds, by keyword. */
const TODO: Readonly<Record<string, string>> = {
  additionalProperties: ' Take it out, or correct its name.',
  required: ' Add it.',
};

/**
 * Reads the text of a test file, and what is wrong in it by itself: YAML, keys, kinds, durations, expressions, names that are
 * there twice. Tolerant: what can be read is there. Patterns must be loaded.
 */
export function readTestFile(text: string): { readonly file: TestFile; readonly findings: Findings } {
  const syntax = parseSyntax(text);
  const findings = new Findings(syntax);
  const value = syntax.root === null ? {} : toJson(toNodeData(syntax.root));
  if (syntax.errors.length === 0) {
    for (const { path, message, keyword } of validateJson(testSchema, value).errors) {
      const at = toPath(path);
      const todo = TODO[keyword] ?? '';
      findings.add('TEST_FORMAT', at, `${describePlace(at)} ${message.replace(/\.$/, '')}.${todo}`);
    }
  }
  const says = isJsonObject(value) ? value : {};
  const defaults = mapIn(says, 'defaults');
  const listed = ownValue(says, 'tests');
  const tests = Array.isArray(listed) ? listed : [];
  const names = new Set<string>();
  const read = tests.flatMap((test: Json, index): readonly (TestCase | Dataset)[] => {
    if (!isJsonObject(test)) return [];
    const path = ['tests', index];
    const own = readTest(test, defaults, { path, findings });
    if (names.has(own.name))
      findings.add('TEST_NAME', [...path, 'name'], `Two tests are called “${own.name}”. Rename one of them.`);
    names.add(own.name);
    const dataset = readDataset(test, own, findings);
    return [dataset ?? own];
  });
  const file: TestFile = {
    workflow: textIn(says, 'workflow'),
    tests: read.filter((each): each is TestCase => !('each' in each)),
    datasets: read.filter((each): each is Dataset => 'each' in each),
    coverage: readTargets(mapIn(says, 'coverage')),
  };
  return { file, findings };
}

function readTest(
  test: JsonObject,
  defaults: JsonObject,
  { path, findings }: { readonly path: Path; readonly findings: Findings },
): TestCase {
  const seed = ownValue(test, 'seed') ?? ownValue(defaults, 'seed');
  const own = readAnswers(mapIn(test, 'answers'), [...path, 'answers'], findings);
  const named = new Set(own.map(({ task }) => task));
  const given = readAnswers(mapIn(defaults, 'answers'), ['defaults', 'answers'], findings);
  const pins = readPins(mapIn(test, 'pins'), [...path, 'pins'], findings);
  const signals = ownValue(test, 'signals');
  const cassette = textIn(test, 'cassette');
  const input = [ownValue(defaults, 'input'), ownValue(test, 'input')] as const;
  const takes = {
    input: input.every((each) => each === undefined),
    seed: seed === undefined,
    signals: signals === undefined,
  };
  return {
    name: textIn(test, 'name') ?? '',
    seed: typeof seed === 'number' ? seed >>> 0 : 1,
    input: inputOf(...input),
    env: layOver(mapIn(defaults, 'env'), mapIn(test, 'env')),
    answers: [...own, ...given.filter(({ task }) => !named.has(task))],
    ...(pins.length === 0 ? {} : { pins }),
    signals: (Array.isArray(signals) ? signals : []).flatMap((signal: Json, index) =>
      isJsonObject(signal) ? [readSignal(signal, [...path, 'signals', index], findings)] : [],
    ),
    cassette: cassette === null ? null : { file: cassette, takes, match: readMatch(test), path: [...path, 'cassette'] },
    expect: readExpectations(mapIn(test, 'expect'), [...path, 'expect'], {
      findings,
      hasRow: ownValue(test, 'each') !== undefined,
    }),
    path,
  };
}

/** A pin is of the whole task, each time that it runs. */
function readPins(pins: JsonObject, path: Path, findings: Findings): readonly TaskAnswers[] {
  const read = readAnswers(pins, path, findings);
  return read.filter(({ task, answers, path: own }) => {
    const [pin, ...others] = answers;
    const isPlain = pin !== undefined && (pin.kind === 'output' || pin.kind === 'error') && pin.after === 0;
    if (isPlain && pin.asked === undefined && pin.tool === undefined && others.length === 0) return true;
    if (pin !== undefined)
      findings.add(
        'TEST_ANSWER',
        own,
        `A pin of “${task}” is what it gives each time: {output: …} or {error: {code: …}}.`,
      );
    return false;
  });
}

function readMatch(test: JsonObject): CallMatch {
  const match = ownValue(test, 'match') ?? 'request';
  if (Array.isArray(match)) return match.flatMap((field: Json) => (typeof field === 'string' ? [field] : []));
  return match === 'place' ? 'place' : 'request';
}

function inputOf(given: Json | undefined, own: Json | undefined): Json {
  if (own === undefined) return given ?? {};
  return isJsonObject(given) && isJsonObject(own) ? layOver(given, own) : own;
}

function readSignal(signal: JsonObject, path: Path, findings: Findings): TestSignal {
  return {
    name: textIn(signal, 'name') ?? '',
    at: readDuration(ownValue(signal, 'at'), [...path, 'at'], findings) ?? 0,
    payload: ownValue(signal, 'payload') ?? null,
    path,
  };
}

/** A JSON pointer as a path: numbers for what are indices. */
function toPath(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function describePlace(path: Path): string {
  return path.length === 0 ? 'The file' : path.join('.');
}

function mapIn(says: JsonObject, key: string): JsonObject {
  const value = ownValue(says, key);
  return isJsonObject(value) ? value : {};
}

function textIn(says: JsonObject, key: string): string | null {
  const value = ownValue(says, key);
  return typeof value === 'string' ? value : null;
}
