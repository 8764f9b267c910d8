import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { RepeatPolicy } from '../../driver/index.ts';
import { reachesByKey, staysInside } from '../../effects/index.ts';
import { readWorkflow, type Workflow } from '../../model/index.ts';
import {
  type Call,
  hasConsequences,
  type Outcome,
  type RunInput,
  type RunView,
  UNKNOWN_EFFECT,
} from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { answerAgent } from './agents.ts';
import { anyWorkflow } from './anyWorkflow.ts';
import { checkEvents } from './checkEvents.ts';
import { compareMemory, compareWithModel } from './compareWithModel.ts';
import { Dice } from './Dice.ts';
import { type Crash, type Journal, Life, MOST_INPUTS } from './host/SimulatedHost.ts';
import { interpret } from './interpret.ts';
import { makeScenario } from './makeScenario.ts';
import type { Prediction } from './Prediction.ts';
import { questionOf, replyTo, type Scenario, toOutcome } from './Scenario.ts';
import { promise } from './SimulationError.ts';
import { type OutcomeOf, START, World } from './World.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Longer than any run takes whose every call is answered or timed out. */
const LONGEST = 20 * 365 * DAY;

/** The trial of a seed: a workflow, a server, and how its run should end where that can be predicted. */
export interface Trial {
  readonly seed: number;
  readonly text: string;
  readonly prediction: Prediction;
  readonly document: JsonObject;
  readonly workflow: Workflow;
  readonly input: Json;
  readonly signals: ReadonlyMap<string, Json>;
  readonly outcomeOf: OutcomeOf;
}

/** What is done to a run. */
export interface Disturbance {
  /** So many inputs into the run, each in a separate life. */
  readonly crashes: readonly Crash[];
  /** Clocks jump; someone pauses the run, sets breakpoints, steps and resumes. */
  readonly isDisturbed: boolean;
  readonly isCancelled: boolean;
  /** What becomes of calls that a crash cuts off; all are made again where it is absent. */
  readonly repeat?: RepeatPolicy;
}

/** A run that passed every check. */
export interface TrialResult {
  readonly view: RunView;
  readonly inputs: number;
  readonly journal: readonly RunInput[];
  readonly crashes: number;
  /** True where it would not have ended by itself. */
  readonly hung: boolean;
  /** How many its agents have remembered. */
  readonly messages: number;
  /** Calls that may have arrived when a crash cut them off, and those of them that were not made again. */
  readonly cutOff: number;
  readonly given: number;
}

/** Creates a seed's trial: the model predicts four of five, the others are arbitrary workflows. */
export function makeTrial(seed: number): Trial {
  const dice = Dice.ofSeed(seed);
  if (dice.chance(20)) {
    const document = anyWorkflow(dice);
    const prediction = { kind: 'open', reason: 'any workflow' } as const;
    const outcomeOf = (call: Call): Outcome | null => anyOutcome(call, Dice.ofSeed(hash(call.key) ^ seed));
    return { seed, ...read(document), document, input: {}, signals: new Map(), prediction, outcomeOf };
  }
  const scenario = makeScenario(dice);
  const { workflow: document, input, signals } = scenario;
  const outcomeOf: OutcomeOf = (call, memory) => {
    const script = scenario.agents.get(call.taskId);
    return script === undefined ? answer(scenario, call) : answerAgent(scenario, script, { call, memory });
  };
  return { seed, ...read(document), document, input, signals, prediction: interpret(scenario), outcomeOf };
}

/** Runs a trial, proves what must hold of it, and throws a {@link SimulationError} if something does not. */
export async function simulate(trial: Trial, disturbance: Disturbance): Promise<TrialResult> {
  const { repeat = 'yes' } = disturbance;
  const world = new World(Dice.ofSeed(trial.seed + disturbance.crashes.length), trial.outcomeOf, repeat);
  prepareWorld(world, trial, disturbance);
  const journal: Journal = { inputs: [startOf(trial)], proofs: [], checkpoints: [] };
  const crashes = [...disturbance.crashes];
  let life = await Life.open(trial.workflow, world, journal, true);
  let end = life.live(crashes.shift() ?? null);
  let lives = 1;
  for (; end === 'crashed'; lives += 1) {
    const emitted = life.emitted;
    world.now += world.dice.pick([0, 10, 1000, DAY], 0);
    life = await Life.open(trial.workflow, world, journal);
    const again = life.emitted.slice(0, emitted.length);
    promise(
      JSON.stringify(again) === JSON.stringify(emitted),
      'the events before the crash are not those of the journal',
    );
    end = life.live(crashes.shift() ?? null);
  }
  const hung = end !== 'finished';
  // What was not made again fails where the prediction has an answer: it says nothing of what comes after.
  const isPredicted = countGiven(journal) === 0;
  checkEnd(trial, { end, isCancelled: disturbance.isCancelled, isPredicted, now: world.now });
  if (hung) promise(life.cancel(), 'a run that was cancelled did not end immediately');
  const replayed = await Life.open(trial.workflow, world, journal);
  promise(JSON.stringify(replayed.emitted) === JSON.stringify(life.emitted), 'the events are not those of the journal');
  promise(life.isSilent(), 'something came after the end');
  checkPerforms(world, lives);
  checkIntents(journal);
  const { cutOff, given } = checkRepeats(world, journal);
  const view = checkEvents(life.emitted, trial.document);
  if (trial.prediction.kind === 'ends' && !disturbance.isCancelled && given === 0) {
    compareWithModel(view, trial.prediction);
    compareMemory(world, trial.prediction);
  }
  return {
    view,
    inputs: journal.inputs.length,
    journal: journal.inputs,
    crashes: lives - 1,
    hung,
    messages: world.memory.listMessages().length,
    cutOff,
    given,
  };
}

/** Liveness: only what hangs keeps a run from its end. */
function checkEnd(
  { prediction, document }: Trial,
  {
    end,
    isCancelled,
    isPredicted,
    now,
  }: { readonly end: string; readonly isCancelled: boolean; readonly isPredicted: boolean; readonly now: number },
): void {
  promise(now < LONGEST, 'the run took for ever');
  const canHang = prediction.kind === 'hangs' || prediction.kind === 'open' || !isPredicted;
  if (end === 'stuck') promise(canHang, 'nothing more comes, and the run has not ended');
  // Hooks that call containers with hooks can make a run as long as its limits allow to multiply.
  if (end === 'long') promise('limits' in document, `the run has not ended after ${MOST_INPUTS} inputs`);
  if (prediction.kind === 'hangs' && isPredicted && !isCancelled) promise(end === 'stuck', 'a run that hangs ended');
}

function checkPerforms(world: World, lives: number): void {
  for (const [key, count] of world.performs)
    promise(count <= lives, `${key} was performed ${count} times in ${lives} lives`);
}

function checkIntents({ inputs }: Journal): void {
  const keys = inputs.flatMap((input) => (input.type === 'effect.started' ? [input.key] : []));
  promise(new Set(keys).size === keys.length, 'an intent is in the journal twice');
}

/** A call with consequences is made once more only after the journal says so, and only by who may decide that. */
function checkRepeats({ performs, calls, repeat }: World, { inputs }: Journal): { cutOff: number; given: number } {
  let cutOff = 0;
  for (const [key, call] of calls) {
    if (!hasConsequences(call) || staysInside(call)) continue;
    const repeats = inputs.flatMap((input) =>
      input.type === 'effect.repeated' && input.key === key ? [input.by] : [],
    );
    const count = performs.get(key) ?? 0;
    promise(
      count <= 1 + repeats.length,
      `${key} was made ${count} times, and the journal says so ${repeats.length} times`,
    );
    const asked = call.type === 'model.call' && call.config['repeat'] === undefined ? 'safe' : 'person';
    const allowed = repeat === 'no' ? [] : reachesByKey(call) ? ['key'] : [repeat === 'ask' ? asked : 'policy'];
    const wrong = repeats.find((by) => !allowed.includes(by));
    promise(wrong === undefined, `${key} was made again by ${wrong} under ${repeat}`);
    cutOff += repeats.length;
  }
  const given = countGiven({ inputs });
  return { cutOff: cutOff + given, given };
}

/** How many calls that a crash cut off were not made again, and failed. */
function countGiven({ inputs }: Pick<Journal, 'inputs'>): number {
  return inputs.filter((input) => input.type === 'effect.completed' && isGivenUp(input.outcome)).length;
}

function isGivenUp(outcome: Outcome): boolean {
  return !outcome.ok && isJsonObject(outcome.error.details) && outcome.error.details['type'] === UNKNOWN_EFFECT;
}

function prepareWorld(world: World, trial: Trial, { isDisturbed, isCancelled }: Disturbance): void {
  const { dice } = world;
  for (const [name, payload] of trial.signals)
    world.plan(dice.roll(200), { type: 'input', input: { type: 'signal.received', name, payload } });
  if (isCancelled) world.plan(dice.roll(120), { type: 'input', input: { type: 'run.cancelled' } });
  if (!isDisturbed) return;
  for (let count = dice.roll(3); count > 0; count -= 1)
    world.plan(dice.roll(150), { type: 'jump', by: dice.pick([-3_600_000, -20, 15, 2000, DAY], 0) });
  for (let count = dice.roll(3); count > 0; count -= 1)
    world.plan(dice.roll(100), { type: 'input', input: { type: 'run.paused', reason: 'asked' } });
  const ids = trial.workflow.tasks.map(({ id }) => id);
  for (let count = dice.roll(3); count > 0; count -= 1) {
    const breakpoint = { at: { task: dice.pick(ids, '') }, condition: dice.pick([null, 'true', '1 / 0'], null) };
    world.plan(dice.roll(60), { type: 'input', input: { type: 'breakpoint.set', breakpoint, isSet: true } });
  }
}

function startOf({ input, seed }: Trial): RunInput {
  const who = { runId: 'run', engine: 'test', file: 'test.yaml', env: {}, simulate: false };
  return { type: 'run.started', at: START, input, seed, ...who };
}

/** The trial with agents that say that a person is asked before a model is asked again. */
export function withAskingAgents(trial: Trial): Trial {
  const text = trial.text.replaceAll('"max_steps":', '"repeat":"ask","max_steps":');
  return { ...trial, text, workflow: readWorkflow(parseSyntax(text)) };
}

function read(document: JsonObject): { readonly text: string; readonly workflow: Workflow } {
  const text = JSON.stringify(document);
  return { text, workflow: readWorkflow(parseSyntax(text)) };
}

function answer(scenario: Scenario, call: Call): Outcome | null {
  const question = questionOf(call);
  return toOutcome(replyTo(scenario, question), question);
}

/** What models say and tools give: some of it is not what was asked for. */
const ANY_VALUES: readonly Json[] = [{ n: 2 }, { n: 0 }, null, [1]];
const ANY_TURNS: readonly Json[] = [
  { text: 'Done.' },
  { toolCalls: [{ id: 'a', name: 'look', input: {} }] },
  {
    toolCalls: [
      { id: 'a', name: 'look', input: { n: 1 } },
      { id: 'b', name: 'nothing', input: 3 },
    ],
  },
  { toolCalls: [{ id: 'c', name: 'update_working_memory', input: { memory: '<user/>' } }] },
  null,
];

function anyOutcome(call: Call, dice: Dice): Outcome | null {
  const roll = dice.roll(100);
  if (roll < 2) return null;
  const values = call.type === 'model.call' ? ANY_TURNS : ANY_VALUES;
  if (roll < 80) return { ok: true, value: dice.pick(values, null), simulated: false, warnings: [] };
  const code = dice.pick(['COMMUNICATION_ERROR', 'VALIDATION_ERROR', 'RATE_LIMIT_ERROR'], '');
  return { ok: false, error: { code, message: code, details: null }, retryAfter: dice.pick([null, 11], null) };
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return sum;
}
