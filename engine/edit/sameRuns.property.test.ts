import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { type RunnableDocument, traceRun } from '../testing/edits/compareRuns.ts';
import { errorsIn, filesAfter } from '../testing/edits/errorsAfter.ts';
import { type CommandCall, type EditedFile, everyCommand } from '../testing/edits/everyCommand.ts';
import { generateDocument } from '../testing/edits/generatedDocuments.ts';
import { sampleDocuments } from '../testing/edits/suiteDocuments.ts';
import { numRuns } from '../testing/index.ts';
import { Dice } from '../testing/simulation/Dice.ts';

const PATH = 'test.yaml';

/** Commands that change how a workflow is written, and not what it does. */
const ARRANGING: ReadonlySet<string> = new Set([
  'wrapInContainer',
  'unwrapContainer',
  'extractToFile',
  'inlineImport',
  'renameTask',
  'renameResource',
]);
/**
 * A collection runs its tasks for each item, and healing takes connections away: both are meant to do something else. Where an id
 * is read as a value, alone or in the whole of an agent, or in the message of an error, or a model calls a tool by it, another id is another value. What
 * reads all of `tasks` as one value sees a container in it.
 */
function isMeantToDiffer({ command, args, renames }: CommandCall, text: string): boolean {
  const [name, type, heals] = Array.isArray(args) ? args : [];
  if (/\b(?:keys|values|toJson|len)\(tasks\)|\{\{\s*tasks\s*\}\}/.test(text)) return true;
  if (/wrapInContainer|unwrapContainer/.test(command) && /event\.(?:source|task_id)|operation_id/.test(text))
    return true;
  if (command === 'wrapInContainer') return type === 'collection' || heals === true;
  if (command === 'renameResource')
    return name.kind === 'tool' || /error\.message|\{\{\s*agents\.[\w-]+\s*\}\}/.test(text);
  return Object.keys(renames).length > 0 && /operation_id|event\.(?:source|task_id)|\{\{\s*id\b/.test(text);
}

function arrangements(file: EditedFile): readonly CommandCall[] {
  const { text } = file.analysis.syntax;
  return everyCommand(file).filter((call) => ARRANGING.has(call.command) && !isMeantToDiffer(call, text));
}

/** How deep tasks are nested, and how many run in one scope, is another number in a container. */
function hasLimits(text: string): boolean {
  return /^"?\{?"?limits"?:|"limits":/m.test(text);
}

/** The run of a document once what it imports is written in it again. */
function runsInlined(document: RunnableDocument, files: ReadonlyMap<string, string>) {
  const analysis = analyze(PATH, files.get(PATH) ?? '', undefined, files);
  for (const call of everyCommand({ analysis, files })) {
    const back = call.command === 'inlineImport' ? filesAfter(files, call) : null;
    if (back !== null) return traceRun(document, { files: back, names: new Map() });
  }
  return traceRun(document, { files, names: new Map() });
}

/**
 * A run that ends because a template fails is compared by how it ends, not by the task that fails: data that one task passed on
 * is evaluated by another once that one is in a container. So is one that a limit ends: a container is one more thing to count.
 */
function comparable(trace: ReturnType<typeof traceRun>) {
  return trace?.code === 'EXPRESSION_ERROR' || trace?.code === 'LIMIT_ERROR' ? { ...trace, tasks: {} } : trace;
}

/** Runs a document before and after some of its arrangements, and, where a definition was extracted, once it is back. */
function compareRuns(document: RunnableDocument, dice: Dice, count: number): number {
  const files = new Map([[PATH, document.text]]);
  if (hasLimits(document.text) || errorsIn(files, PATH).length > 0) return 0;
  const before = traceRun(document);
  if (before === null) return 0;
  const calls = arrangements({ analysis: analyze(PATH, document.text, undefined, files), files });
  let compared = 0;
  for (let left = Math.min(count, calls.length); left > 0; left -= 1) {
    const call = calls[dice.roll(calls.length)];
    const after = call === undefined ? null : filesAfter(files, call);
    if (call === undefined || after === null) continue;
    const names = new Map(Object.entries(call.renames).map(([from, to]) => [to, from]));
    const what = `${call.command} ${JSON.stringify(call.args)}\n${document.text}\nbecame\n${after.get(PATH)}`;
    expect(comparable(traceRun(document, { files: after, names })), what).toEqual(comparable(before));
    compared += 1;
    if (call.command === 'extractToFile') expect(runsInlined(document, after), what).toEqual(before);
  }
  return compared;
}

test('wrapping, unwrapping, extracting, inlining and renaming give the same run, or refuse', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      compared += compareRuns(generateDocument(seed), Dice.ofSeed(seed), 10);
    }),
    { numRuns: numRuns(2, 8), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(5);
});

test('so they do on the documents of the samples, the docs and the tests', () => {
  const sampled = sampleDocuments(numRuns(12, 50));
  const compared = sampled.map(({ text, dice }) => compareRuns({ text, input: {} }, dice, numRuns(2)));
  expect(compared.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(8);
});
