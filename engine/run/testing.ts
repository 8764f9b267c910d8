import { readWorkflow } from '../model/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { SCRIPT_START, type ScriptResult, startInput, yaml } from '../testing/index.ts';
import { type Advance, advance } from './advance.ts';
import type { RunInput } from './contract/RunInput.ts';
import { createRun } from './createRun.ts';

/** Sorted ids. */
interface Paired<Id> {
  readonly begun: readonly Id[];
  readonly ended: readonly Id[];
}

/** Which activations a run began and ended, and which timers it set and was done with: each list is sorted, and has what comes twice twice. */
export function pairEnds({ events, effects, journal }: Pick<ScriptResult, 'events' | 'effects' | 'journal'>): {
  readonly activations: Paired<number>;
  readonly timers: Paired<string>;
} {
  const begun = new Set(
    events.flatMap((event) =>
      event.type === 'task.started' || event.type === 'task.queued' ? [event.activation] : [],
    ),
  );
  const ended = events.flatMap((event) =>
    event.type === 'task.succeeded' || event.type === 'task.failed' || event.type === 'task.cancelled'
      ? [event.activation]
      : [],
  );
  const over = [
    ...effects.flatMap((effect) => (effect.type === 'timer.cancel' ? [effect.id] : [])),
    ...journal.flatMap((input) => (input.type === 'timer.fired' ? [input.id] : [])),
  ];
  const set = effects.flatMap((effect) => (effect.type === 'timer.start' ? [effect.id] : []));
  return {
    activations: { begun: [...begun].sort(byNumber), ended: ended.sort(byNumber) },
    timers: { begun: set.sort(), ended: over.sort() },
  };
}

function byNumber(a: number, b: number): number {
  return a - b;
}

/** Feeds inputs one by one, `run.continued` as often as there is more, at most so many times after each. */
export function openFed(text: string, mostContinued = Number.POSITIVE_INFINITY) {
  const run = createRun(readWorkflow(parseSyntax(text)));
  const feed = (input: RunInput): Advance & { readonly inputs: number } => {
    const events: Advance['events'][number][] = [];
    const effects: Advance['effects'][number][] = [];
    let step = advance(run, input);
    let inputs = 1;
    for (; ; inputs += 1) {
      events.push(...step.events);
      effects.push(...step.effects);
      if (!step.more || inputs > mostContinued)
        return { more: step.more, isFinished: step.isFinished, events, effects, inputs };
      step = advance(run, { type: 'run.continued', at: SCRIPT_START });
    }
  };
  const start = (items = 0): ReturnType<typeof feed> =>
    feed({
      type: 'run.started',
      at: SCRIPT_START,
      runId: 'r',
      input: { items: Array.from({ length: items }, (_, index) => index) },
      seed: 1,
      env: {},
      simulate: false,
      engine: 't',
      file: 'f',
    });
  return { feed, start };
}

const loop = (count: number): string => yaml`
  limits: {per_task: 1000000, per_scope: 1000000}
  tasks:
    - {id: a, type: basic, with: {n: "{{ (tasks.a.output.n ?? 0) + 1 }}"}, on_success: {next: d}}
    - {id: d, type: decision, config: {condition: "tasks.a.output.n < ${count}", routes: {true: a, false: end}}}
`;

/** Runs a loop of so many rounds, each of two steps, to its end; answers with how many there were. */
export function countRounds(count: number): number {
  const end = openFed(loop(count)).start();
  return end.isFinished ? end.events.filter(({ type }) => type === 'task.started').length / 2 : Number.NaN;
}

/** A run that has started and never ends: a loop with the highest limits. */
export function createLoop(): ReturnType<typeof createRun> {
  const text = yaml`
    limits: {per_task: 1000000, per_scope: 1000000}
    tasks:
      - {id: a, type: basic, on_success: {next: b, with: {n: "{{ (input.n ?? 0) + 1 }}"}}}
      - {id: b, type: basic, on_success: {next: a, with: {n: "{{ input.n }}"}}}
  `;
  const run = createRun(readWorkflow(parseSyntax(text)));
  advance(run, startInput());
  return run;
}
