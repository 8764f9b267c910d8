import { beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, loadPatterns } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import type { RunInput } from '../../run/index.ts';
import { filesAfter } from '../../testing/edits/errorsAfter.ts';
import { everyCommand } from '../../testing/edits/everyCommand.ts';
import { toYaml } from '../../testing/edits/generatedDocuments.ts';
import { numRuns, runScript } from '../../testing/index.ts';
import { Dice } from '../../testing/simulation/Dice.ts';
import { makeTrial, simulate } from '../../testing/simulation/simulate.ts';
import { type Backtest, type BacktestOptions, backtestRun } from './backtestRun.ts';

beforeAll(() => loadPatterns());

/** A busy machine may take a minute for what an idle one does in seconds. */
const TIME = { timeout: numRuns(60_000) };

const FIRST_SEED = Number(process.env['SIGNALBOX_TEST_SEED'] ?? 1);

interface Recorded {
  readonly seed: number;
  readonly dice: Dice;
  readonly document: JsonObject;
  readonly analysis: Analysis;
  readonly inputs: readonly RunInput[];
}

/** Runs of seeds, one in three of them paused and interrupted. */
async function forSeeds(count: number, work: (recorded: Recorded) => Promise<void>): Promise<void> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed += 1) {
    const trial = makeTrial(seed);
    const dice = Dice.ofSeed(seed);
    const disturbance = { crashes: [], isDisturbed: dice.chance(30), isCancelled: dice.chance(10) };
    const { journal } = await simulate(trial, disturbance);
    const { text, document } = trial;
    await work({ seed, dice, document, analysis: analyze('flow.yaml', text), inputs: journal });
  }
}

/** The same document with other spelling, comments, and keys of tasks in another order. */
function respell(document: JsonObject, dice: Dice): string {
  const shuffle = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).sort(() => dice.roll(3) - 1));
  const reorder = (tasks: Json | undefined): Json =>
    Array.isArray(tasks)
      ? tasks.map((task) =>
          isJsonObject(task)
            ? shuffle('tasks' in task ? { ...task, tasks: reorder(task['tasks']) } : task)
            : (task as Json),
        )
      : null;
  const text = toYaml(shuffle({ ...document, tasks: reorder(document['tasks']) }));
  const lines = text.split('\n').flatMap((line) => [
    // A blank line between tasks is layout.
    ...(dice.chance(30) && /^ *- id:/.test(line) ? [''] : []),
    dice.chance(20) && /: *\S+$/.test(line) ? `${line}  # kept` : line,
  ]);
  return `# A comment.\n\n${lines.join('\n')}`;
}

/** Of the long form, what it came to. */
function tell(words: string): void {
  if (numRuns(1) > 1) console.log(words);
}

const SAME = { verdict: 'the same', tasks: [], asks: [], stop: null };

test(
  'with the same text, or another spelling, layout, order of keys and comments, all runs are the same',
  TIME,
  async () => {
    let edits = 0;
    const seeds = numRuns(6, 40);
    await forSeeds(seeds, async ({ seed, dice, document, analysis, inputs }) => {
      const text = respell(document, dice);
      if (text !== analysis.syntax.text) edits += 1;
      for (const after of [analysis, analyze('flow.yaml', text)]) {
        const found = await backtestRun(after, { analysis, inputs });
        expect({ seed, text, ...found }).toMatchObject({ seed, ...SAME });
      }
    });
    tell(`${edits} edits of spelling, layout, order and comments: 0 differences`);
    expect(edits).toBe(seeds);
  },
);

/** Where an id is read as a value, another id is another value. */
const READS_IDS =
  /operation_id|event\.(?:source|task_id)|\{\{\s*id\b|(?:keys|values|toJson|len)\(tasks\)|\{\{\s*tasks\s*\}\}/;

test('where tasks are called something else, all runs are the same', TIME, async () => {
  let renamed = 0;
  const seeds = numRuns(12, 80);
  await forSeeds(seeds, async ({ seed, dice, analysis, inputs }) => {
    const { text } = analysis.syntax;
    if (READS_IDS.test(text)) return;
    let files: ReadonlyMap<string, string> = new Map([['flow.yaml', text]]);
    for (let left = 1 + dice.roll(3); left > 0; left -= 1) {
      const now = analyze('flow.yaml', files.get('flow.yaml') ?? '');
      const calls = everyCommand({ analysis: now, files }).filter(({ command }) => command === 'renameTask');
      const call = calls[dice.roll(calls.length)];
      files = (call && filesAfter(files, call)) ?? files;
    }
    const after = files.get('flow.yaml') ?? '';
    if (after === text) return;
    renamed += 1;
    const found = await backtestRun(analyze('flow.yaml', after), { analysis, inputs });
    expect({ ...found, seed, text, to: after }).toMatchObject({ seed, ...SAME });
  });
  tell(`${renamed} texts with other names: 0 differences`);
  expect(renamed).toBeGreaterThan(seeds / 4);
});

/** The tasks with one of them changed, at any depth; null where it is not among them. */
function changeTask(tasks: Json | undefined, id: string, change: (task: JsonObject) => JsonObject): Json | null {
  if (!Array.isArray(tasks)) return null;
  let isChanged = false;
  const changed = tasks.map((task: Json): Json => {
    if (!isJsonObject(task)) return task;
    const inner = task['id'] === id ? null : changeTask(task['tasks'], id, change);
    if (inner === null && task['id'] !== id) return task;
    isChanged = true;
    return inner === null ? change(task) : { ...task, tasks: inner };
  });
  return isChanged ? changed : null;
}

/** One thing that a run came to, done otherwise: a task gets more, or a handler that led on ends the branch. */
function spoil(tasks: Json | undefined, events: Backtest['events']['before'], dice: Dice): Json | null {
  if (dice.chance(50)) {
    const ran = events.flatMap((event) => (event.type === 'task.succeeded' ? [event.taskId] : []));
    return changeTask(tasks, dice.pick(ran, ''), (task) => {
      const { with: own = {}, config } = task;
      // What a collection gives to its items is not evaluated where it has none.
      if (isJsonObject(config) && ['[]', '"[]"'].includes(JSON.stringify(config['items'] ?? null)))
        return { ...task, config: { ...config, items: [1] } };
      return { ...task, with: { ...(isJsonObject(own) ? own : {}), added_here: 1 } };
    });
  }
  const taken = events.flatMap((event) => (event.type === 'edge.taken' && event.target !== 'end' ? [event] : []));
  const edge = dice.pick(taken, undefined);
  if (edge === undefined) return null;
  return changeTask(tasks, edge.taskId, (task) => {
    const { [edge.via]: handler = null } = task;
    return isJsonObject(handler) && handler['next'] !== undefined
      ? { ...task, [edge.via]: { ...handler, next: 'end' } }
      : { ...task, with: { added_here: 1 } };
  });
}

test('what a run came to and does otherwise now is told', TIME, async () => {
  const verdicts = new Map<Backtest['verdict'], number>();
  const seeds = numRuns(15, 50);
  await forSeeds(seeds, async ({ seed, dice, document, analysis, inputs }) => {
    const { events } = await backtestRun(analysis, { analysis, inputs });
    const tasks = spoil(document['tasks'], events.before, dice);
    if (tasks === null) return;
    const text = JSON.stringify({ ...document, tasks });
    const { verdict } = await backtestRun(analyze('flow.yaml', text), { analysis, inputs });
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    expect({ seed, text, verdict }).not.toMatchObject({ verdict: 'the same' });
  });
  const told = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  tell(`${told} edits of what a run came to, all told: ${JSON.stringify([...verdicts])}`);
  expect(told).toBeGreaterThanOrEqual(0.8 * seeds);
  expect(verdicts.size).toBeGreaterThan(2);
});

const FLOW = `agents:
  - { id: clerk, use: 'core:agent', config: { provider: openai, model: gpt-4.1-mini }, actions: [{ id: sort, instructions: Sort it. }] }
tasks:
  - { id: sort, type: basic, use: 'agent:clerk', retry: { attempts: 2, backoff: fixed, interval: 1s }, on_success: { next: shorten } }
  - { id: shorten, type: basic, use: 'core:javascript', with: { code: 'return 1' }, on_success: { next: look } }
  - { id: look, type: basic, use: 'core:http', with: { url: 'https://a.example/1', headers: { Date: now } }, on_error: { next: sorry } }
  - { id: sorry, type: basic, with: { code: '{{ error.code }}' } }
outputs: { code: '{{ tasks.sorry.output.code ?? null }}', n: '{{ tasks.shorten.output }}' }
`;

/** Plays a run of it on a text in which something is written otherwise. */
async function playChanged(from: string, to: string, options: BacktestOptions = {}) {
  const answers = {
    sort: [{ error: 'RATE_LIMIT_ERROR' }, { value: { text: 'A.' }, after: 700 }],
    shorten: { value: 1 },
    look: { value: { status: 200 } },
  };
  const { journal, isFinished } = runScript(FLOW, { answers });
  expect(isFinished).toBe(true);
  expect(FLOW).toContain(from);
  const analysis = analyze('flow.yaml', FLOW);
  return backtestRun(analyze('flow.yaml', FLOW.replaceAll(from, to)), { analysis, inputs: journal }, options);
}

const giveTwo: NonNullable<BacktestOptions['runScript']> = async () => ({ type: 'value', json: '2', lines: [] });

test('what changes each time is no other request, what is computed is performed, and the rest is missing', async () => {
  expect(await playChanged('Date: now', 'Date: later')).toMatchObject({ verdict: 'another output', asks: [] });
  expect(await playChanged('return 1', 'return 2', { runScript: giveTwo })).toMatchObject({
    verdict: 'another output',
    tasks: [{ task: 'shorten', differences: ['output', 'input'] }],
  });
  expect(await playChanged('a.example/1', 'a.example/2')).toMatchObject({
    verdict: 'unanswered',
    stop: 'UNANSWERED',
    asks: [{ task: 'look', request: { input: { url: 'https://a.example/2' } }, before: { use: 'core:http' } }],
  });
  const asked = { verdict: 'unanswered', stop: null };
  expect(await playChanged('a.example/1', 'a.example/2', { onMiss: 'error' })).toMatchObject({
    ...asked,
    after: { status: 'success', output: { code: 'UNANSWERED' } },
  });
  expect(await playChanged('Sort it.', 'Sort them.', { onMiss: 'simulate' })).toMatchObject({
    ...asked,
    after: { status: 'success', output: { code: null } },
  });
  expect(await playChanged('attempts: 2', 'attempts: 0')).toMatchObject({ verdict: 'now fails', asks: [] });
  expect(await playChanged('clerk', 'writer')).toMatchObject({ verdict: 'the same' });
});
