import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { createRunScript } from '../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../effects/scripts/serveScripts.ts';
import { analyze, effectiveWorkflow } from '../graph/index.ts';
import { readTestFile } from '../testFile/index.ts';
import { backtestRun } from './backtest/backtestRun.ts';
import { recordCassette } from './cassette/recordCassette.ts';
import { findSubjects, runTest } from './index.ts';
import { saveTest } from './save/saveTest.ts';

beforeAll(() => loadPatterns());

const ports = { runScript: createRunScript(() => ({ run: createScriptServer(), end: () => undefined })) };

/** In the short form, their own tests pass and reach all of them (`cli/test`), and five of them are among the planted bugs. */
const files = ['public/samples', 'public/templates'].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.test.yaml') ? [`${folder}/${name}`] : [])),
);

test.each(files)(
  'no check, saved test or backtest finds fault with the runs of %s on the text that they ran',
  async (file) => {
    const text = readFileSync(file, 'utf8');
    const workflow = readFileSync(file.replace('.test.', '.'), 'utf8');
    const analysis = analyze('flow.yaml', workflow, undefined, new Map([['flow.yaml', workflow]]));
    expect(checkAnalysis(analysis).filter(({ severity }) => severity !== 'info')).toEqual([]);
    const { subjects } = findSubjects(readTestFile(text), analysis);
    expect(subjects.length).toBeGreaterThan(0);
    let saved = '';
    for (const subject of subjects) {
      const { played, verdict } = await runTest(subject, ports);
      expect({ name: verdict.name, failures: verdict.failures }).toEqual({ name: verdict.name, failures: [] });
      const past = await backtestRun(analysis, { analysis, inputs: played.inputs });
      expect({ name: verdict.name, verdict: past.verdict }).toEqual({ name: verdict.name, verdict: 'the same' });
      const given = recordCassette(effectiveWorkflow(analysis), played.inputs).cassette;
      const made = await saveTest({ analysis, events: played.events, text: saved, given }, ports);
      if (!made.ok) throw new Error(made.error.message);
      expect({ name: verdict.name, difference: made.value.difference }).toEqual({
        name: verdict.name,
        difference: null,
      });
      saved = made.value.text;
    }
    for (const subject of findSubjects(readTestFile(saved), analysis).subjects) {
      const { verdict } = await runTest(subject, ports);
      expect({ name: verdict.name, failures: verdict.failures }).toEqual({ name: verdict.name, failures: [] });
    }
  },
);
