import { isJsonObject, type Json, ownValue, toData } from '../../base/index.ts';
import { compileData, evaluateCompiled } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { validateJson } from '../../schema/index.ts';
import { EXPECTS_SUCCESS, type Score, type TestCase } from '../../testFile/index.ts';
import { rootsOf } from '../judge/rootsOf.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { JUDGE_TASK } from './changeWorkflow.ts';
import { type CellScore, type CellUsage, roundCost, sumUsage } from './Grid.ts';

/** A run that was played for a row. */
export interface ScoredRow {
  readonly test: TestCase;
  readonly played: PlayedTest;
  /** The workflows that ask judges, by the name of the score. */
  readonly judges: ReadonlyMap<string, Analysis>;
  readonly ports: TestPorts;
}

/** What a run is worth, by each score, and what judges used. */
export async function scoreRun(
  scores: readonly Score[],
  run: ScoredRow,
): Promise<{ readonly scores: Record<string, CellScore>; readonly judging: CellUsage }> {
  const found: [string, CellScore][] = [];
  const used: CellUsage[] = [];
  for (const score of scores) {
    const { stop } = run.played;
    if (stop !== null) found.push([score.name, none(stop.message)]);
    else if (score.by.kind === 'judge') {
      const judged = await askJudge(score, run);
      found.push([score.name, judged.score]);
      used.push(judged.usage);
    } else found.push([score.name, compute(score, run)]);
  }
  return { scores: Object.fromEntries(found), judging: sumUsage(used) };
}

function compute({ by }: Score, run: ScoredRow): CellScore {
  if (by.kind === 'judge') return none('');
  const value = evaluate(by.kind === 'schema' ? by.value : by.source, run);
  if (typeof value === 'string') return none(value);
  if (by.kind === 'expression') return toScore(value.json, '');
  const [problem] = validateJson(by.schema, value.json).errors;
  return problem === undefined
    ? { value: 1, why: '' }
    : { value: 0, why: `${problem.path === '' ? 'The value' : problem.path} ${problem.message}` };
}

async function askJudge(
  { name, by }: Score,
  run: ScoredRow,
): Promise<{ readonly score: CellScore; readonly usage: CellUsage }> {
  const analysis = run.judges.get(name);
  const nothing = { tokens: 0, cost: null };
  if (by.kind !== 'judge' || analysis === undefined) return { score: none('There is no judge.'), usage: nothing };
  const input = evaluate(by.with, run);
  if (typeof input === 'string') return { score: none(input), usage: nothing };
  const { seed, env, path } = run.test;
  const played = await playTest(analysis, toJudgeTest({ seed, env, path, input: input.json }), run.ports);
  const { view, stop } = played;
  const usage = usageOf(played);
  if (stop !== null) return { score: none(stop.message), usage };
  if (view.status !== 'success')
    return { score: none(view.error?.message ?? `The judge ended with ${view.status}.`), usage };
  const answer = view.tasks.get(JUDGE_TASK)?.output ?? null;
  const why = isJsonObject(answer) ? (ownValue(answer, 'reason') ?? '') : '';
  const given = isJsonObject(answer) ? (ownValue(answer, 'score') ?? null) : answer;
  return { score: toScore(given, typeof why === 'string' ? why : ''), usage };
}

function toJudgeTest(given: Pick<TestCase, 'seed' | 'env' | 'path' | 'input'>): TestCase {
  const answers = [{ task: JUDGE_TASK, answers: [{ kind: 'live', path: given.path }], path: given.path }] as const;
  return { ...given, name: JUDGE_TASK, answers, signals: [], cassette: null, expect: EXPECTS_SUCCESS };
}

/** The value of a template with the run as its scope; a text says why there is none. */
function evaluate(source: Json, { test, played }: ScoredRow): { readonly json: Json } | string {
  const now = played.events.at(-1)?.at ?? 0;
  const compiled = compileData(toData(source), { bare: true });
  const evaluated = evaluateCompiled(compiled, { root: rootsOf(test, played), now: () => now, random: () => 0 });
  return evaluated.ok ? { json: evaluated.value.value } : evaluated.error.message;
}

function toScore(given: Json, why: string): CellScore {
  if (typeof given === 'boolean') return { value: given ? 1 : 0, why };
  if (typeof given === 'number') return { value: given, why };
  return none(`A score is a number, true or false, and not ${JSON.stringify(given).slice(0, 200)}.`);
}

function none(why: string): CellScore {
  return { value: null, why };
}

/** What the models of a run used. */
export function usageOf({ view }: PlayedTest): CellUsage {
  const { usage } = view;
  if (usage === undefined) return { tokens: 0, cost: null };
  const { input_tokens, output_tokens, cost } = usage;
  return { tokens: input_tokens + output_tokens, cost: cost === undefined || cost === null ? null : roundCost(cost) };
}
