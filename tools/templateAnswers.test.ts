import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAtFirst, toValueRows } from '../app/ui/value/valueRows.ts';
import { findAnswer, listViews } from '../app/ui/value/valueViews.ts';
import { createRunScript } from '../engine/effects/scripts/createRunScript.ts';
import { createScriptServer } from '../engine/effects/scripts/serveScripts.ts';
import { analyze } from '../engine/index.ts';
import { findSubjects, runTest } from '../engine/proof/index.ts';
import { readTestFile } from '../engine/testFile/index.ts';

const FOLDER = 'public/templates';
const templates = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));
const files = new Map(templates.map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]));

const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));

/** What a template gives in the run that the gallery shows. */
async function outputOf(name: string) {
  const tests = readTestFile(readFileSync(`${FOLDER}/${name.replace('.yaml', '.test.yaml')}`, 'utf8'));
  const [first] = findSubjects(tests, analyze(name, files.get(name) ?? '', undefined, files)).subjects;
  if (first === undefined) expect.unreachable();
  return (await runTest(first, { runScript })).played.view.output;
}

/** The lines of a value that have to be opened to be read. */
function closedLines(value: Awaited<ReturnType<typeof outputOf>>): readonly string[] {
  const shown = findAnswer(value)?.value ?? value;
  if (listViews(shown)[0] !== 'tree') return [];
  return toValueRows(shown, { open: openAtFirst(shown, true), shown: new Map() }).flatMap(
    ({ path, isOpen, isEmpty }) => (isOpen || isEmpty ? [] : [path]),
  );
}

test.each(templates)('what %s gives is read without a press', async (name) => {
  const output = await outputOf(name);
  expect(output).not.toBeNull();
  expect(closedLines(output), JSON.stringify(output)).toEqual([]);
});
