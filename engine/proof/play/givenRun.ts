import { type Json, type JsonObject, layOver } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow, type Graph } from '../../graph/index.ts';
import { withAgentPrices } from '../../model/index.ts';
import { type Pin, prepareInput, type RunInput, type RunPlan, type RunStarted } from '../../run/index.ts';
import { findNamed, type TestCase } from '../../testFile/index.ts';
import type { Cassette } from '../cassette/recordCassette.ts';

/** When the virtual clock of a test begins, unless it plays a recorded run, in ms since the epoch. */
const START = Date.UTC(2026, 0, 1);

/** What a run is given: by the test, and for what it does not say, by the recorded run that it names. */
export interface GivenStart {
  readonly runId: string;
  /** When its clock begins, in ms since the epoch. */
  readonly at: number;
  readonly seed: number;
  readonly env: JsonObject;
  readonly input: Json;
  /** Signals that come `at` ms after its start. */
  readonly signals: readonly { readonly name: string; readonly at: number; readonly payload: Json }[];
  /** When a person cancels it, in ms after its start. */
  readonly cancels: readonly number[];
}

/** The plan of a run in which what a test pins is pinned. */
export function withPins(plan: RunPlan | undefined, { pins = [] }: TestCase, graph: Graph): RunPlan | undefined {
  if (pins.length === 0) return plan;
  const own: Record<string, Pin> = {};
  for (const { task, answers } of pins) {
    const [pin] = answers;
    const id = findNamed(graph, task)?.id;
    if (id === undefined) continue;
    if (pin?.kind === 'output') own[id] = { kind: 'pinned', output: pin.output };
    else if (pin?.kind === 'error') own[id] = { kind: 'pinned', error: pin.error };
  }
  return { ...plan, pins: { ...plan?.pins, ...own } };
}

/** @param recording of the run that the test names */
export function givenRun(test: TestCase, recording: Cassette | null): GivenStart {
  const { seed, env, input, signals, cassette } = test;
  if (recording === null || cassette === null)
    return { runId: 'test', at: START, seed, env, input, signals, cancels: [] };
  const { start, outside } = recording;
  const { takes } = cassette;
  const sent = outside.flatMap(({ input: came, after }) =>
    came.type === 'signal.received' ? [{ name: came.name, payload: came.payload, at: after }] : [],
  );
  return {
    runId: start.runId,
    at: start.at,
    seed: takes.seed ? start.seed : seed,
    env: layOver(start.env, env),
    input: takes.input ? start.input : input,
    signals: takes.signals ? sent : signals,
    cancels: outside.flatMap(({ input: came, after }) => (came.type === 'run.cancelled' ? [after] : [])),
  };
}

/** The first input of a run; the error says why its own input does not fit. @param plan of the recorded run */
export function startOf(
  analysis: Analysis,
  { runId, at, seed, env, input }: GivenStart,
  { plan, prices }: { readonly plan?: RunPlan | undefined; readonly prices?: RunStarted['prices'] | undefined },
): { readonly start: Extract<RunInput, { readonly type: 'run.started' }> } | { readonly error: string } {
  const workflow = effectiveWorkflow(analysis);
  const known = withAgentPrices(workflow, prices ?? []);
  const prepared = prepareInput(workflow, input);
  if (!prepared.ok) return { error: prepared.error.message };
  return {
    start: {
      type: 'run.started',
      at,
      runId,
      input: prepared.value,
      seed,
      env,
      simulate: false,
      engine: '',
      file: analysis.path,
      ...(plan === undefined ? {} : { plan }),
      ...(known.length === 0 ? {} : { prices: known }),
    },
  };
}
