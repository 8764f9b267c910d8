import { beforeAll, expect, test } from 'vitest';
import { equalJson, type Json, loadPatterns } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { numRuns } from '../../testing/index.ts';
import { changeWorkflow } from '../../testing/saved/changeWorkflow.ts';
import { saveTrial, toTrialText } from '../../testing/saved/saveTrial.ts';
import { Dice } from '../../testing/simulation/Dice.ts';
import { findSubjects, runTest } from '../index.ts';

beforeAll(() => loadPatterns());

const SEEDS = numRuns(2, 40);

/** Of each run. */
const CHANGES = 30;

/** Starts of tasks are expected one by one where all of them together take so many characters (decision 149). */
const LONGEST_PATH = 1200;

/** As many are tried, of which some cannot run. */
const MOST_TRIES = 200;

interface Played {
  readonly passed: boolean;
  /** All that a run does, times left out: what tasks got and gave, how often they were tried, what was called with what, and how it ended. */
  readonly deeds: Json;
  /** What of it reaches anything: which tasks start in which order, and by task, what tools are sent and what is computed; and how the run ends. */
  readonly effects: Json;
}

/** The run of a saved test on another text; null where that cannot run. */
async function play(text: string, saved: string): Promise<Played | null> {
  const analysis = analyze('flow.yaml', text);
  const [subject] = findSubjects(readTestFile(saved), analysis).subjects;
  if (subject === undefined || blocksRun(checkAnalysis(analysis))) return null;
  const { played, verdict } = await runTest(subject);
  const { events, stop } = played;
  const effects = events.flatMap((event) => toEffects(event, analysis));
  const byTask: Record<string, Json[]> = {};
  for (const { of, what } of effects) (byTask[of] ??= []).push(what);
  const starts = events.flatMap((event) => (event.type === 'task.started' ? [event.taskId] : []));
  // Of a longer run a test says how often tasks start, and not in which order.
  if (starts.join(', ').length > LONGEST_PATH) byTask['the run'] = starts.sort();
  return {
    passed: verdict.passed,
    deeds: [stop?.code ?? null, events.flatMap(toDeeds)],
    effects: [stop?.code ?? null, byTask],
  };
}

function toDeeds(event: RunEvent): readonly Json[] {
  switch (event.type) {
    case 'task.started':
      return [['starts', event.taskId, event.input]];
    case 'task.attempt':
      return [['tries', event.taskId, event.attempt]];
    case 'task.succeeded':
      return [['gives', event.taskId, event.output]];
    case 'task.failed':
      return [['fails', event.taskId, event.error.code]];
    case 'effect.requested':
      return [['calls', event.taskId, event.name, event.request]];
    case 'run.finished':
      return [['ends', event.status, event.output, event.error?.code ?? null]];
    default:
      return [];
  }
}

interface Effect {
  readonly of: string;
  readonly what: Json;
}

function toEffects(event: RunEvent, { graph }: Analysis): readonly Effect[] {
  switch (event.type) {
    case 'task.started':
      return [{ of: 'the run', what: event.taskId }];
    case 'task.succeeded':
      return computes(event.taskId, graph) ? [{ of: event.taskId, what: event.output }] : [];
    case 'effect.requested':
      // What a model is told, and what a memory is asked, is not in a test.
      if (event.kind === 'memory') return [];
      return [{ of: event.taskId, what: [event.name, event.kind === 'tool' ? event.request : null] }];
    case 'run.finished':
      return toDeeds(event).map((what) => ({ of: 'the end', what }));
    default:
      return [];
  }
}

function computes(id: string, graph: Analysis['graph']): boolean {
  const task = graph.nodes.get(id)?.task;
  // What is disabled gives what it is given, in place of what it would call.
  if (task?.type === 'map') return task.use === null || task.config.mapping !== undefined || !task.isDisabled;
  return task?.type === 'basic' && task.use === null;
}

/** `inner`: nothing reads what differs. */
type Fate = 'noticed' | 'missed' | 'inner' | 'same' | 'false alarm';

function fateOf(usual: Played, changed: Played): Fate {
  if (equalJson(changed.deeds, usual.deeds)) return changed.passed ? 'same' : 'false alarm';
  if (!changed.passed) return 'noticed';
  return equalJson(changed.effects, usual.effects) ? 'inner' : 'missed';
}

test(
  `a saved test fails for each of ${CHANGES} changes of its workflow that has an effect, and for no other`,
  async () => {
    const fates: { readonly seed: number; readonly what: string; readonly fate: Fate }[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const trial = await saveTrial(seed);
      if (trial?.saved.ok !== true) continue;
      const { text: saved } = trial.saved.value;
      const usual = await play(trial.text, saved);
      if (usual === null) continue;
      if (!usual.passed) fates.push({ seed, what: 'nothing', fate: 'false alarm' });
      if (!usual.passed) continue;
      const dice = Dice.ofSeed(seed + 7);
      let planted = 0;
      for (let tries = 0; planted < CHANGES && tries < MOST_TRIES; tries += 1) {
        const change = changeWorkflow(trial.document, dice);
        const changed = change === null ? null : await play(toTrialText(change.document), saved);
        if (change === null || changed === null) continue;
        planted += 1;
        fates.push({ seed, what: change.what, fate: fateOf(usual, changed) });
      }
    }
    const count = (wanted: Fate): number => fates.filter(({ fate }) => fate === wanted).length;
    const [noticed, inner] = [count('noticed'), count('inner')];
    if (numRuns(1) > 1)
      console.log(
        `${fates.length} changes: ${noticed} noticed, ${inner} that nothing reads, ${count('same')} without effect`,
      );
    expect(fates.filter(({ fate }) => fate === 'missed' || fate === 'false alarm')).toEqual([]);
    expect(noticed / (noticed + inner)).toBeGreaterThan(0.6);
  },
  numRuns(120_000),
);
