import { type Data, err, isDataMap, type Json, ok, type Result, toData, toJson } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { parseSyntax, type Syntax, setValue, toNodeData } from '../../syntax/index.ts';
import { type Dataset, type Findings, findPlace, type TestFile, type Variant } from '../../testFile/index.ts';
import { applyEdits } from '../../text/index.ts';
import { type DatasetCase, nameRows, readRows } from './readRows.ts';

/** What is left of a workflow for a judge: its agents, and what these use. */
const KEPT: ReadonlySet<string> = new Set(['agents', 'tools', 'memory', 'env']);

/** The id of the one task of a workflow that judges. */
export const JUDGE_TASK = 'judge';

/** The text of a workflow with the values of a variant in it; the error is a sentence. */
export function applyVariant(text: string, { changes }: Variant): Result<string, string> {
  let changed = text;
  for (const { place, value } of changes) {
    const syntax = parseSyntax(changed);
    const path = findPlace(syntax, place);
    if (!path.ok) return err(path.error);
    const edits = setValue(syntax, path.value, toData(value));
    if (!edits.ok) return err(`“${place}” cannot be set.`);
    changed = applyEdits(changed, edits.value);
  }
  return ok(changed);
}

/** A workflow that asks one of the agents of another, as JSON: its input is that of the agent. */
export function toJudgeText({ root }: Syntax, agent: string, action: string | null): string {
  const data = toNodeData(root);
  const kept: [string, Data][] = isDataMap(data) ? [...data].filter(([key]) => KEPT.has(key)) : [];
  const task = { id: JUDGE_TASK, type: 'basic', use: `agent:${agent}`, ...(action === null ? {} : { action }) };
  const whole = new Map<string, Data>([...kept, ['tasks', [toData(task)]]]);
  return JSON.stringify(toJson(whole), null, 2);
}

/** A dataset that can be played. */
export interface DatasetSubject {
  readonly dataset: Dataset;
  readonly findings: Findings;
  /** The workflow as it is. */
  readonly analysis: Analysis;
  readonly cases: readonly DatasetCase[];
  readonly variants: readonly VariantSubject[];
}

/** The workflow of one variant, and those that ask its judges, by the name of the score. */
interface VariantSubject {
  readonly name: string;
  readonly analysis: Analysis;
  readonly judges: ReadonlyMap<string, Analysis>;
}

/** What datasets need of their host. */
interface DatasetSources {
  /** The text of a file of rows, by its name relative to the test file; the error is a sentence. */
  readonly read: (file: string) => Promise<Result<string, string>>;
  /** Reads another text of the workflow as the first one was read, with its imports. */
  readonly analyze: (text: string) => Analysis | Promise<Analysis>;
}

/**
 * Reads the rows and the variants of the datasets of a file; what is wrong with them is added to its findings, and leaves the dataset out.
 * `analysis`: the workflow, whose own errors are told elsewhere. Patterns must be loaded.
 */
export async function findDatasets(
  { file, findings }: { readonly file: TestFile; readonly findings: Findings },
  analysis: Analysis,
  sources: DatasetSources,
): Promise<readonly DatasetSubject[]> {
  const subjects: DatasetSubject[] = [];
  const isBlocked = file.datasets.length > 0 && blocksRun(checkAnalysis(analysis));
  for (const dataset of file.datasets) {
    const cases = await readCases(dataset.each, sources);
    if (!cases.ok) {
      const name = typeof dataset.each === 'string' ? dataset.each : 'each';
      findings.add(
        'TEST_DATASET',
        [...dataset.test.path, 'each'],
        `The rows of ${name} cannot be read. ${cases.error}`,
      );
    }
    const variants: VariantSubject[] = [];
    for (const variant of isBlocked ? [] : dataset.variants) {
      const found = await readVariant(variant, { dataset, analysis, sources });
      if (found.ok) variants.push(found.value);
      else findings.add('TEST_VARIANT', variant.path, `The variant “${variant.name}” cannot run. ${found.error}`);
    }
    if (cases.ok && !isBlocked && variants.length === dataset.variants.length)
      subjects.push({ dataset, findings, analysis, cases: cases.value, variants });
  }
  return subjects;
}

async function readCases(
  each: string | readonly Json[],
  { read }: DatasetSources,
): Promise<Result<readonly DatasetCase[], string>> {
  if (typeof each !== 'string') return nameRows(each);
  const text = await read(each);
  return text.ok ? readRows(each, text.value) : text;
}

async function readVariant(
  variant: Variant,
  {
    dataset,
    analysis,
    sources,
  }: { readonly dataset: Dataset; readonly analysis: Analysis; readonly sources: DatasetSources },
): Promise<Result<VariantSubject, string>> {
  const text = applyVariant(analysis.syntax.text, variant);
  if (!text.ok) return text;
  const changed = variant.changes.length === 0 ? analysis : await sources.analyze(text.value);
  const found = checkAnalysis(changed);
  const error = found.find(({ severity }) => severity === 'error');
  if (blocksRun(found)) return { ok: false, error: error?.message ?? 'It has errors.' };
  const judges = new Map<string, Analysis>();
  for (const { name, by } of dataset.scores)
    if (by.kind === 'judge') judges.set(name, await sources.analyze(toJudgeText(changed.syntax, by.agent, by.action)));
  return { ok: true, value: { name: variant.name, analysis: changed, judges } };
}
