import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestedFlow } from '../engine/proof/mutate/testing.ts';
import { placeProgram } from '../engine/testing/program/placeProgram.ts';
import { expect, test } from './fixtures.ts';
import { runWorker } from './runWorker.ts';
import type { TestOrder } from './verdictWorker.ts';

/** `npm run test:long` makes more workflows. */
const factor = Number(process.env['SIGNALBOX_TEST_FACTOR'] ?? 1);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SAMPLES = path.join(ROOT, 'public/samples');

/** The samples, and generated workflows of which every other one has tests that fail. */
function makeFiles(count: number): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(SAMPLES))
    if (name.endsWith('.yaml')) files.set(name, readFileSync(path.join(SAMPLES, name), 'utf8'));
  for (let seed = 0; seed < count; seed += 1) {
    const { text, tests } = makeTestedFlow(seed);
    files.set(`flow${seed}.yaml`, text);
    files.set(`flow${seed}.test.yaml`, seed % 2 === 0 ? tests : tests.replaceAll('"attempts":1', '"attempts":3'));
  }
  return files;
}

test('tests have the same verdicts in the browser and on the command line, byte for byte', async ({ page }) => {
  test.setTimeout(180_000 * factor);
  const files = makeFiles(factor === 1 ? 4 : 20 * factor);
  const place = mkdtempSync(path.join(tmpdir(), 'signalbox-verdicts-'));
  try {
    for (const [name, text] of files) writeFileSync(path.join(place, name), text);
    const program = placeProgram(path.join(place, 'cli'));
    const names = [...files.keys()].filter((name) => name.endsWith('.test.yaml'));
    const { stdout } = spawnSync(process.execPath, [program, 'test', ...names, '--json'], {
      cwd: place,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const told: { readonly files: readonly { readonly path: string; readonly tests: readonly unknown[] }[] } =
      JSON.parse(stdout);
    const orders = told.files.map(({ path: name }): TestOrder => {
      const workflow = name.replace('.test.yaml', '.yaml');
      return { path: name, text: files.get(name) ?? '', files: [[workflow, files.get(workflow) ?? '']] };
    });
    const played = await runWorker<readonly string[]>(page, './verdictWorker.ts', orders);
    expect(told.files.length).toBe(names.length);
    const verdicts = told.files.flatMap(({ tests }) => tests as { readonly passed: boolean }[]);
    expect(verdicts.length).toBeGreaterThan(names.length);
    expect(verdicts.some(({ passed }) => !passed)).toBe(true);
    expect(played).toEqual(told.files.map(({ tests }) => JSON.stringify(tests)));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
