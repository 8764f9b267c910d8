import { loadPatterns } from '../../engine/base/index.ts';
import { diffWorkflows, mergeFile } from '../../engine/change/index.ts';
import { type Analysis, analyze } from '../../engine/graph/index.ts';
import { findSubjects, MergeProof, runTest } from '../../engine/proof/index.ts';
import { readTestFile } from '../../engine/testFile/index.ts';
import { formatTime, type Row } from '../Row.ts';
import { median } from '../race.ts';
import { workflowText } from '../workflowText.ts';

const ROUNDS = 9;
/** What a person does not wait for, in ms. */
const LIMIT = 200;

/** What it costs to say what differs between two texts, to merge three, and to prove a merge by recorded runs. */
export async function measureChanges(): Promise<readonly Row[]> {
  await loadPatterns();
  return [measureDiff(), ...measureMerges(), await measureProof()];
}

const base = (): string => workflowText(1000);
/** Each tenth task has another name. */
const renamed = (text: string): string => text.replaceAll(/step_(\d\d)5\d(?=\D)/g, (id) => `${id}_b`);

function measureDiff(): Row {
  const [before, after] = [base(), renamed(base())];
  // Nothing is kept between rounds: each reads both texts anew.
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const pair: readonly [Analysis, Analysis] = [analyze(`a${round}.yaml`, before), analyze(`b${round}.yaml`, after)];
    return timeOf(() => diffWorkflows(...pair));
  });
  return within(`Two texts of 1,000 tasks compared in sentences, median of ${ROUNDS}`, median(times), LIMIT);
}

/** Merged beside what reading one of the three texts takes, which no merge does without. */
function measureMerges(): readonly Row[] {
  const text = base();
  const theirs = text.replaceAll('method: GET', (found, at: number) => (at % 7 === 0 ? 'method: PUT' : found));
  const fields = text.replaceAll('attempts: 3', (found, at: number) => (at % 5 === 0 ? 'attempts: 4' : found));
  const merges = [
    ['fields changed on both sides', fields],
    ['each tenth renamed on one side', renamed(text)],
  ] as const;
  return merges.map(([what, ours]) => {
    const rounds = Array.from({ length: ROUNDS }, (_, round) => [
      timeOf(() => mergeFile({ base: text, ours, theirs }, { path: `m${round}.yaml` })),
      timeOf(() => analyze(`f${round}.yaml`, text)),
    ]);
    const [merge, floor] = [median(rounds.map(([time = 0]) => time)), median(rounds.map(([, time = 0]) => time))];
    const told = `Three texts of 1,000 tasks merged, ${what}; reading one takes ${formatTime(floor)}`;
    return within(`${told}, median of ${ROUNDS}`, merge, LIMIT);
  });
}

/** How many steps a run has, how many runs there are, and how long a proof may take, in ms. */
const STEPS = 50;
const RUNS = 100;
const PROOF_LIMIT = 2_000;

function chainText(): string {
  const task = (index: number): string =>
    `  - id: s${index}
    type: map
    config: { mapping: { n: "{{ ${index === 0 ? 'input.n' : `tasks.s${index - 1}.output.n`} + 1 }}" } }
    on_success: { next: ${index + 1 < STEPS ? `s${index + 1}` : 'end'} }
`;
  return `tasks:\n${Array.from({ length: STEPS }, (_, index) => task(index)).join('')}`;
}

function read(source: string): Analysis {
  return analyze('flow.yaml', source);
}

async function measureProof(): Promise<Row> {
  const text = chainText();
  const ours = text.replace('s9.output.n + 1', 's9.output.n + 2');
  const theirs = text.replace('s39.output.n + 1', 's39.output.n + 2');
  const merged = read(mergeFile({ base: text, ours, theirs }, { path: 'flow.yaml' }).text);
  const analysis = read(text);
  const [subject] = findSubjects(readTestFile('tests: [{ name: run, input: { n: 1 } }]'), analysis).subjects;
  if (subject === undefined) throw new Error('There is no run to play.');
  const { inputs } = (await runTest(subject)).played;
  const start = performance.now();
  const proof = new MergeProof({ base: analysis, ours: read(ours), theirs: read(theirs), merged });
  for (let run = 0; run < RUNS; run += 1) await proof.prove({ analysis, inputs });
  return within(`A merge proved by ${RUNS} runs of ${STEPS} steps`, performance.now() - start, PROOF_LIMIT);
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function within(what: string, time: number, limit: number): Row {
  return {
    what,
    ours: formatTime(time),
    peer: 'limit',
    theirs: formatTime(limit),
    ratio: time / limit,
    bound: `within ${limit} ms`,
    isKept: time <= limit,
  };
}
