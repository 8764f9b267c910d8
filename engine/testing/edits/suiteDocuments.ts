import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCENARIOS } from '../journalScenarios.ts';
import { Dice } from '../simulation/Dice.ts';
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

/**
 * So many of the documents, each with dice of its own. Both depend on the text of a document alone, so that a document added
 * to the docs or the tests changes none of the other cases.
 */
export function sampleDocuments(count: number): readonly (SuiteDocument & { readonly dice: Dice })[] {
  const seeded = suiteDocuments().map((document) => ({ ...document, seed: seedOf(document.text) }));
  const sampled = seeded.toSorted((a, b) => a.seed - b.seed).slice(0, count);
  return sampled.map(({ seed, ...document }) => ({ ...document, dice: Dice.ofSeed(seed) }));
}

function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
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
