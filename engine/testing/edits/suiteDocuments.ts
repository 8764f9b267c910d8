import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCENARIOS } from '../journalScenarios.ts';
import type { Dice } from '../simulation/Dice.ts';
import { yaml } from '../yaml.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** A document of the tests, the samples or the docs, and the file it is in. */
export interface SuiteDocument {
  readonly from: string;
  readonly text: string;
}

/** The workflows that are written down in the samples, the docs, the recorded runs and the tests of run and seed. */
export function suiteDocuments(): readonly SuiteDocument[] {
  return [
    ...list('public/samples', '.yaml').map((from) => ({ from, text: read(from) })),
    ...list('docs', '.md').flatMap((from) => examples(from)),
    ...Object.entries(SCENARIOS).map(([name, { source }]) => ({ from: `recorded run ${name}`, text: source })),
    ...list('engine', '.test.ts').flatMap((from) => templates(from)),
  ].filter(({ text }) => /^"?tasks"?:/m.test(text));
}

/** So many of some things, chosen by dice; all of them where there are no more. */
export function choose<T>(from: readonly T[], dice: Dice, count: number): readonly T[] {
  if (from.length <= count) return from;
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(dice.roll(left.length), 1)).flat();
}

function list(folder: string, ending: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .sort();
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function examples(from: string): readonly SuiteDocument[] {
  return [...read(from).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => ({ from, text }));
}

/** What is written as yaml`…` in a test, where nothing is filled in. */
function templates(from: string): readonly SuiteDocument[] {
  const found = [...read(from).matchAll(/yaml`([^`$\\]*)`/g)];
  return found.map(([, raw = '']) => ({ from, text: yaml(Object.assign([raw], { raw: [raw] })) }));
}
