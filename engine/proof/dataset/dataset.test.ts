import { beforeAll, expect, test } from 'vitest';
import { err, loadPatterns, ok } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { checkTests, readTestFile } from '../../testFile/index.ts';
import { LiveBudget } from '../play/askWithin.ts';
import { LiveAnswers } from '../play/LiveAnswers.ts';
import { findingsIn } from '../testing.ts';
import { findDatasets } from './changeWorkflow.ts';
import { compareGrids } from './compareGrids.ts';
import { gridsToChatLines, gridsToCsv } from './exportGrid.ts';
import type { Grid } from './Grid.ts';
import { readRows } from './readRows.ts';
import { runDataset } from './runLiveDataset.ts';

beforeAll(() => loadPatterns());

const FLOW = `agents:
  - id: clerk
    use: core:agent
    config: { provider: openai, model: small }
    actions:
      - { id: sort, instructions: 'Sort {{ input.text }}', output: { type: object, properties: { topic: { type: string } } } }
  - id: grader
    use: core:agent
    config: { provider: openai, model: large }
    actions:
      - { id: grade, instructions: Grade, output: { type: object, properties: { score: { type: number }, reason: { type: string } } } }
      - { id: other, instructions: Grade, output: { type: object } }
tasks:
  - { id: sort, type: basic, use: agent:clerk, with: { text: '{{ workflow.input.text }}' }, on_success: { next: end } }
  - { id: end, type: basic, with: { topic: '{{ tasks.sort.output.topic }}', limit: 1 } }
outputs: { topic: '{{ tasks.end.output.topic }}', limit: '{{ tasks.end.output.limit }}' }
`;

const object = { score: 0.25, reason: 'Too short.' };
const usage = { input_tokens: 3, output_tokens: 2 };
const value = { text: JSON.stringify(object), object, toolCalls: [], model: 'large', usage };
const JUDGED = { outcome: { ok: true, value, simulated: false, warnings: [] }, duration: 5 } as const;
const nothing = { find: () => undefined, keep: () => {} };

async function play(text: string, files: Readonly<Record<string, string>> = {}): Promise<Grid> {
  const analysis = analyze('flow.yaml', FLOW);
  const { file, findings } = readTestFile(text);
  checkTests(file, analysis, findings);
  const [subject] = await findDatasets({ file, findings }, analysis, {
    read: async (name) => (files[name] === undefined ? err('There is no such file.') : ok(files[name])),
    analyze: (changed) => analyze('flow.yaml', changed),
  });
  if (subject === undefined || findings.all.length > 0)
    throw new Error(findings.all.map(({ message }) => message).join());
  const live = { ask: async () => JUDGED, budget: new LiveBudget({}, []) };
  return runDataset(subject, { answers: new LiveAnswers(nothing, live) });
}

const TEST = `tests:
  - name: mails
    each: ./cases.csv
    input: { text: '{{ row.text }}' }
    answers: { sort: { output: { topic: '{{ row.topic | upper }}' } } }
    variants:
      usual: {}
      two: { tasks/end/with/limit: '{{ 1 + 1 }}', agents/clerk/config/temperature: 0 }
    score:
      right: "{{ output.topic == 'A' }}"
      limit: "{{ output.limit }}"
      shape: { schema: { properties: { topic: { const: A } } } }
      short: { value: '{{ output.topic }}', schema: { type: string, maxLength: 1 } }
      none: "{{ output.nothing.at.all }}"
      judged: { judge: grader, action: grade }
    expect: { output: { topic: "{{ value != 'B' && row.topic != 'b' }}" }, that: ["{{ index < 9 }}"] }
`;
const CASES = { './cases.csv': 'id,text,topic\nfirst,"Hi, you",a\nsecond,Bye,b\n' };

test('each row is played under each variant, judged and scored', async () => {
  const { cases, variants, cells, summaries } = await play(TEST, CASES);
  expect(cases.map(({ name }) => name)).toEqual(['first', 'second']);
  expect(variants).toEqual(['usual', 'two']);
  const told = cells.map(({ case: row, variant, passed, output, scores }) => ({
    at: `${row}/${variant}`,
    passed,
    output,
    scores: Object.values(scores).map(({ value }) => value),
  }));
  expect(told).toEqual([
    { at: '0/0', passed: true, output: { topic: 'A', limit: 1 }, scores: [1, 1, 1, 1, null, 0.25] },
    { at: '0/1', passed: true, output: { topic: 'A', limit: 2 }, scores: [1, 2, 1, 1, null, 0.25] },
    { at: '1/0', passed: false, output: { topic: 'B', limit: 1 }, scores: [0, 1, 0, 1, null, 0.25] },
    { at: '1/1', passed: false, output: { topic: 'B', limit: 2 }, scores: [0, 2, 0, 1, null, 0.25] },
  ]);
  expect(cells[0]?.scores['judged']?.why).toBe('Too short.');
  expect(cells[0]).toMatchObject({ usage: { tokens: 0 }, judging: { tokens: 5, cost: null }, asked: 1 });
  expect(cells[2]?.failures).toMatchObject([{ code: 'OUTPUT', at: { line: 16 } }]);
  expect(summaries[1]).toMatchObject({
    variant: 'two',
    passed: 1,
    failed: 1,
    scores: { right: 0.5, limit: 2, none: null },
  });
});

test('a result that is played again is the same, byte for byte, and compares as the same', async () => {
  const [one, other] = [await play(TEST, CASES), await play(TEST, CASES)];
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  expect(compareGrids(one, other)).toMatchObject({ same: 4, cells: [] });
});

test('rows are found again where others came before them', async () => {
  const before = await play(TEST, { './cases.csv': 'text,topic\nHi,a\nBye,c\n' });
  const after = await play(TEST.replace("output.topic == 'A'", "output.topic != 'A'"), {
    './cases.csv': 'text,topic\nNew,c\nHi,a\n',
  });
  const { cells, same } = compareGrids(before, after);
  expect(same).toBe(0);
  expect(cells.map(({ case: row, variant, change }) => `${change} ${row} ${variant}`)).toEqual([
    'new 1 usual',
    'new 1 two',
    'worse 2 usual',
    'worse 2 two',
    'gone 2 usual',
    'gone 2 two',
  ]);
});

async function rows(file: string, text: string) {
  const read = await readRows(file, text);
  return read.ok ? read.value.map(({ row }) => row) : read.error;
}

test('rows are read of tables, lines, lists, and lines of evaluations of chats', async () => {
  expect(await rows('a.csv', '\uFEFFid,n\n1,2\n')).toEqual([{ id: '1', n: '2' }]);
  expect(await rows('a.yaml', '- { n: 2 }\n- text\n')).toEqual([{ n: 2 }, 'text']);
  expect(await rows('a.yaml', '---\nrows:\n  - n: 2\n')).toEqual([{ n: 2 }]);
  expect(await rows('a.yaml', '[{ n: 2 }, { t: [1] }]')).toEqual([{ n: 2 }, { t: [1] }]);
  expect(await rows('a.jsonl', '{"n":1}\n\n{"n":')).toBe('Line 3 is no JSON.');
  expect(await rows('a.jsonl', '{"n":1}\n{"id":9007199254740993}')).toMatch(
    /^Line 2 at id has 9007199254740993, too long/,
  );
  expect(await rows('a.yaml', '- { id: 9007199254740993 }')).toMatch(
    /^9007199254740993 is too long for an exact number/,
  );
  expect(await rows('a.csv', 'id,zip\n9007199254740993,01234\n')).toEqual([{ id: '9007199254740993', zip: '01234' }]);
  expect(await rows('a.yaml', 'n: 1')).toMatch(/no list/);
  expect(await rows('a.csv', 'n\n')).toMatch(/no rows/);
  const asked = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Capital of France?' }] },
  ];
  const answer = { role: 'assistant', content: 'Paris' };
  const parts = { messages: asked, system: 'Be brief.', prompt: 'Capital of France?' };
  expect(await rows('a.jsonl', JSON.stringify({ input: asked, ideal: ['Paris'] }))).toEqual([
    { ...parts, input: asked, ideal: ['Paris'] },
  ]);
  expect(await rows('a.jsonl', JSON.stringify({ messages: [...asked, answer] }))).toEqual([
    { ...parts, ideal: 'Paris' },
  ]);
  expect(await rows('a.jsonl', '{"item":{"q":1},"sample":{"output_text":"x"}}\n')).toEqual([{ q: 1 }]);
  expect(await rows('a.jsonl', '{"input":"What?","ideal":"That"}')).toEqual([{ input: 'What?', ideal: 'That' }]);
});

test('what is written is a table without formulas, and lines that are rows again', async () => {
  const grid = await play(TEST, { './cases.csv': 'id,text,topic,ideal\nfirst,=1+1,a,A\n' });
  const named = [{ path: 'flow.test.yaml', grid }];
  const table = await readRows('out.csv', await gridsToCsv(named));
  expect(table.ok && table.value.map(({ row }) => row)).toMatchObject([
    { variant: 'usual', passed: 'true', 'score.right': '1', 'row.text': "'=1+1" },
    { variant: 'two', 'score.limit': '2' },
  ]);
  const lines = gridsToChatLines(named);
  expect(JSON.parse(lines.split('\n')[0] ?? '')).toMatchObject({
    input: [{ role: 'user', content: '=1+1' }],
    ideal: 'A',
    sample: { output: { topic: 'A' }, variant: 'usual' },
  });
  const again = await readRows('out.jsonl', lines);
  expect(again.ok && again.value[0]?.row).toEqual(grid.cases[0]?.row);
});

test('a template that fails for a row fails its cell, and no other', async () => {
  const grid = await play(TEST.replace('row.topic | upper', 'toString(fromJson(row.topic))'), {
    './cases.csv': 'topic\n1\nx\n',
  });
  expect(grid.cells.map(({ failures }) => failures[0]?.code)).toEqual([undefined, undefined, 'INPUT', 'INPUT']);
});

const test1 = (more: string): string => `tests: [{ name: a, each: [{ n: 1 }], ${more} }]`;

test.each([
  ['tests: [{ name: a, each: ./rows.txt }]', ['TEST_DATASET each']],
  ['tests: [{ name: a, score: "{{ true }}" }]', ['TEST_DATASET score']],
  [test1('answers: { sort: { output: { topic: "{{ row.n }}" } } }'), []],
  [test1('answers: { sort: { output: { topic: 1 } } }'), ['TEST_ANSWER topic']],
  [test1('variants: { x: { agents/clerk/config/model: y, tasks/end/with/new: 1 } }'), []],
  [test1('variants: { x: { agents/clark/config/model: y } }'), ['TEST_VARIANT agents/clark/config/model']],
  [test1('variants: { x: { agent/clerk: y } }'), ['TEST_VARIANT agent/clerk']],
  [test1('score: { a: { judge: grader } }'), ['TEST_SCORE judge']],
  [test1('score: { a: { judge: nobody } }'), ['TEST_SCORE judge']],
  [test1('score: { a: { judge: grader, action: x } }'), ['TEST_SCORE action']],
  [test1('score: { a: { least: 1 } }'), ['TEST_SCORE a']],
  [test1('score: { a: { schema: { type: texts } } }'), ['TEST_SCORE schema']],
  [test1('score: { a: "{{ rows }}" }'), ['TEST_EXPRESSION a']],
  [test1('expect: { output: { topic: "{{ row.n }}" } }'), ['TEST_EXPRESSION topic']],
  [test1('expect: { that: ["{{ row.n == 1 }}"] }'), []],
])('%s', (text, expected) => {
  expect(findingsIn(FLOW, text)).toEqual(expected);
});
