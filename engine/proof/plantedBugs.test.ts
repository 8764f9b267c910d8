import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { blocksRun, checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { readTestFile } from '../testFile/index.ts';
import { ANSWER, IMPORT, INVOICE, KNOWN, PLANTED, type Planted } from '../testing/plantedBugs.ts';
import { type DrillReport, drill } from './drill/drill.ts';
import { findSubjects, runTest } from './index.ts';
import { playTest } from './play/playTest.ts';
import { saveTest } from './save/saveTest.ts';

beforeAll(() => loadPatterns());

/** Two runs of each workflow as a person has tried it: one that goes well, and one that does not. */
const TRIED: ReadonlyMap<string, string> = new Map([
  [
    INVOICE,
    `tests:
  - name: owes
    input: { customer_id: c1 }
    answers: { load: { output: { status: 200, body: { total: 30, currency: EUR, paid: false } } }, remind: { output: { status: 200 } } }
  - { name: fails, input: { customer_id: c2 }, answers: { load: { error: { code: HTTP_ERROR } } } }
`,
  ],
  [
    ANSWER,
    `tests:
  - name: complains
    input: { mail: It is broken. }
    answers: { sort: { output: { kind: complaint, urgency: 3 } }, answer: { output: { text: Sorry. } } }
    signals: [{ name: approved, at: 1h }]
  - { name: orders, input: { mail: One more. }, answers: { sort: { output: { kind: order, urgency: 2 } }, hand_over: { output: {} } } }
`,
  ],
  [
    IMPORT,
    `tests:
  - name: two rows
    input: { rows: [{ sku: a, price: 2 }, { sku: b, price: 3 }] }
    answers: { put: [{ error: { code: TIMEOUT_ERROR } }, { output: { status: 200 } }] }
  - { name: fails, input: { rows: [{ sku: a, price: 1 }] }, answers: { put: { error: { code: HTTP_ERROR } } } }
`,
  ],
]);

/** The test file that comes of saving these runs. */
async function saveAll(text: string): Promise<string> {
  const analysis = analyze('w.yaml', text);
  let saved = '';
  for (const tried of readTestFile(TRIED.get(text) ?? '').file.tests) {
    const { events } = await playTest(analysis, tried);
    const made = await saveTest({ analysis, events, text: saved });
    if (!made.ok) throw new Error(made.error.message);
    saved = made.value.text;
  }
  return saved;
}

interface Proofs {
  /** Whether `check` warns. */
  readonly check: boolean;
  /** Whether a saved test fails. */
  readonly test: boolean;
  /** Whether a drill finds more that is unhandled, hangs, repeats or leaks. */
  readonly drill: boolean;
}

async function prove(text: string, saved: string): Promise<Proofs & { readonly bad: number }> {
  const analysis = analyze('w.yaml', text);
  const found = checkAnalysis(analysis, { workflows: KNOWN });
  const { subjects } = findSubjects(readTestFile(saved), analysis);
  const results = await Promise.all(subjects.map((subject) => runTest(subject)));
  const report = blocksRun(found) ? null : await drill({ analysis, tests: subjects, isSimulated: false });
  return {
    check: found.some(({ severity }) => severity !== 'info'),
    test: subjects.length === 0 || results.some(({ verdict }) => !verdict.passed),
    drill: (report?.unplayed.length ?? 0) > 0,
    bad: countBad(report),
  };
}

function countBad(report: DrillReport | null): number {
  return report?.cells.filter(({ verdict }) => verdict !== 'handled' && verdict !== 'as-written').length ?? 0;
}

test('workflows without bugs pass all of it', async () => {
  for (const text of TRIED.keys()) {
    const { bad: _, ...proofs } = await prove(text, await saveAll(text));
    expect(proofs).toEqual({ check: false, test: false, drill: false });
  }
});

test('most planted bugs fail a saved test, and each is found by something', async () => {
  const table: (Proofs & { readonly bug: string })[] = [];
  for (const planted of PLANTED) table.push({ bug: planted.bug, ...(await proveBug(planted)) });
  const foundBy = (proof: keyof Proofs): number => table.filter((row) => row[proof]).length;
  expect(table.filter(({ check, test: failed, drill: drilled }) => !check && !failed && !drilled)).toEqual([]);
  expect(foundBy('test')).toBeGreaterThanOrEqual(PLANTED.length * 0.8);
  expect(foundBy('check')).toBeGreaterThanOrEqual(PLANTED.length / 3);
});

async function proveBug({ text, right, wrong }: Planted): Promise<Proofs> {
  const saved = await saveAll(text);
  const [usual, bugged] = [await prove(text, saved), await prove(text.replace(right, wrong), saved)];
  return { check: bugged.check, test: bugged.test, drill: bugged.drill || bugged.bad > usual.bad };
}
