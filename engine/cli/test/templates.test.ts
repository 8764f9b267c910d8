import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRunScript } from '../../effects/scripts/createRunScript.ts';
import { createScriptServer } from '../../effects/scripts/serveScripts.ts';
import { runInProcess } from '../testing.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../public/templates');
const templates = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));

const runScript = createRunScript(() => ({ run: createScriptServer(), end: () => undefined }));

interface Checked {
  readonly files: readonly { path: string; diagnostics: readonly { severity: string; message: string }[] }[];
}

interface Played {
  readonly files: readonly {
    readonly workflow: string;
    readonly tests: readonly { name: string; passed: boolean; status: string }[];
  }[];
}

test('nothing is said of a template or its tests, not even a hint', async () => {
  const { out } = await runInProcess(['check', '.', '--json'], { folder: FOLDER });
  const { files }: Checked = JSON.parse(out);
  expect(files.length).toBeGreaterThanOrEqual(2 * templates.length);
  expect(files.filter(({ diagnostics }) => diagnostics.length > 0)).toEqual([]);
});

test('the tests of each template pass and reach all of it, and the first of them runs offline to success', async () => {
  const coverage = ['--min-coverage', 'tasks=100,edges=100,branches=100'];
  const { out, code } = await runInProcess(['test', '.', '--json', ...coverage], { folder: FOLDER, runScript });
  const { files }: Played = JSON.parse(out);
  expect(files.map(({ workflow }) => path.basename(workflow)).toSorted()).toEqual(templates.toSorted());
  expect(files.flatMap(({ tests }) => tests.filter(({ passed }) => !passed))).toEqual([]);
  expect(files.map(({ tests: [first] }) => first?.status)).toEqual(files.map(() => 'success'));
  expect(code).toBe(0);
});

test.each(templates)('%s is short enough to read, and says what it needs and what to change', (file) => {
  const lines = readFileSync(path.join(FOLDER, file), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(12);
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.length > 140)).toEqual([]);
  expect(lines[0]).toMatch(/^# Needs: \S.*\.$/);
  expect(lines[1]).toMatch(/^# Change: \S.*\.$/);
});
