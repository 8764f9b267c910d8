import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findInputReads, renameInput, setField } from '../../edit/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import { numRuns, yaml } from '../../testing/index.ts';
import { applyTransaction } from '../../text/index.ts';
import { resolve } from './MergeConflict.ts';
import { mergeFile } from './mergeFile.ts';
import { mergeWorkflows, type WorkflowMerge } from './mergeWorkflows.ts';

const PATH = 'w.yaml';
const PUBLIC = path.join(import.meta.dirname, '../../../public');

/** The samples and templates. */
const DOCUMENTS = ['samples', 'templates'].flatMap((folder) =>
  readdirSync(path.join(PUBLIC, folder))
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
    .map((name) => analyze(PATH, readFileSync(path.join(PUBLIC, folder, name), 'utf8'))),
);

function after({ syntax }: Analysis, done: ReturnType<typeof setField>): string {
  if (!done.ok) return expect.fail(done.error.message);
  const applied = applyTransaction({ files: new Map([[PATH, syntax.text]]), layouts: new Map() }, done.value);
  return (applied.ok && applied.value.files.get(PATH)) || expect.fail('does not apply');
}

function inputsOf({ syntax }: Analysis): readonly string[] {
  const properties = findNode(syntax, ['schema', 'input', 'properties']);
  return properties?.kind === 'map' ? properties.entries.map(({ key }) => key) : [];
}

test('a property of the input is renamed on one side, and read for the first time at another place on the other', () => {
  let count = 0;
  for (const analysis of DOCUMENTS) {
    for (const name of inputsOf(analysis).slice(0, numRuns(1, 100))) {
      const ours = after(analysis, renameInput(analysis, { from: name, to: 'another_name' }));
      const value = `{{ workflow.input['${name}'] }}`;
      const theirs = after(analysis, setField(analysis, { path: ['outputs', 'seen'], value }));
      const sides = count % 2 === 0 ? { ours, theirs } : { ours: theirs, theirs: ours };
      const { text, conflicts, findings } = mergeWorkflows({ base: analysis.syntax.text, ...sides });
      // Nothing tells an input that no one read before from another one.
      if (findInputReads(analysis, name).length === 0) expect(conflicts).toHaveLength(1);
      else {
        expect([...conflicts, ...findings]).toEqual([]);
        expect(text).toContain("{{ workflow.input['another_name'] }}");
        expect(text).not.toMatch(new RegExp(`(workflow|trigger)\\.input\\.${name}\\b`));
      }
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(10);
  if (numRuns(1) > 1) console.log(`${count} properties of inputs renamed, and read at another place.`);
});

const BASE = yaml`
  schema:
    input:
      type: object
      additionalProperties: false
      required: [order]
      properties:
        order: { type: string }
        note: { type: string }
  tasks:
    - id: sum
      type: map
      config: { mapping: { cents: 1 } }
      on_success: { next: big }
    - id: big
      type: decision
      config:
        condition: "{{ tasks.sum.output.cents > 1 ? 'high' : 'low' }}"
        routes:
          high: ask
          low: ask
    - { id: ask, type: basic, with: { order: "{{ workflow.input.order }}" } }
`;

const TESTS = yaml`
  tests:
    - name: it
      input: { order: A }
`;

function merge(ours: string, theirs: string): WorkflowMerge {
  return mergeWorkflows({ base: BASE, ours, theirs }, { path: PATH });
}

const told = ({ conflicts, findings }: WorkflowMerge): readonly string[] =>
  [...conflicts, ...findings].map(({ message }) => message);

const renamed = (to: string): string =>
  BASE.replace('[order]', `[${to}]`).replace('order: {', `${to}: {`).replace('input.order', `input.${to}`);

test('a property that both sides rename is one question, whose answer reaches all that reads it', () => {
  const asked = merge(renamed('id'), renamed('number'));
  expect(told(asked)).toEqual(['The input “order” is called “id” in ours and “number” in theirs.']);
  expect(resolve(asked, ['theirs'])).toBe(renamed('number'));
  expect(resolve(asked, ['ours'])).toBe(renamed('id'));
});

test('a name that the other side gives to a property of its own is a conflict', () => {
  const own = BASE.replace('note: { type: string }', 'note: { type: string }\n      id: { type: integer }');
  expect(told(merge(renamed('id'), own))).not.toEqual([]);
  expect(told(merge(own, renamed('id')))).not.toEqual([]);
});

test('a property that is renamed in the workflow is renamed in what tests give to it', () => {
  const more = `${TESTS}  - name: more\n    input: { order: B, note: C }\n`;
  const workflows = [{ path: PATH, base: BASE, ours: renamed('id'), theirs: BASE }];
  const merged = mergeFile(
    { base: TESTS, ours: TESTS.replace('order', 'id'), theirs: more },
    { path: 'w.test.yaml', workflows },
  );
  expect([merged.conflicts, merged.text]).toEqual([[], more.replaceAll('order', 'id')]);
});

const SERVER = yaml`
  schedules:
    nightly: { workflow: w, cron: 0 3 * * *, input: { order: A, note: it } }
    other: { workflow: x, cron: 0 4 * * *, input: { order: A } }
  webhooks:
    bought:
      path: /bought
      workflow: w
      input:
        order: "{{ body.order }}"
`;

/** With the new name in what is given to runs of the workflow. */
function inRuns(text: string): string {
  return text.replace('{ order: A, note', '{ id: A, note').replace('order: "{{', 'id: "{{');
}

test('a property that is renamed in the workflow is renamed in what a server gives to its runs, where it names that workflow', () => {
  const theirs = SERVER.replace('0 3', '0 5').replace('note: it', 'note: "order"');
  const merge = (path: string, ours: string): string => {
    const workflows = [{ path, base: BASE, ours: renamed('id'), theirs: BASE }];
    const { text, conflicts } = mergeFile({ base: SERVER, ours, theirs }, { path: 'signalbox.serve.yaml', workflows });
    expect(conflicts).toEqual([]);
    return text;
  };
  expect(merge(PATH, inRuns(SERVER))).toBe(inRuns(theirs));
  expect(merge('z.yaml', SERVER)).toBe(theirs);
});

test.each([
  [
    'a key of an output',
    BASE.replace('cents: 1', 'amount: 1').replace('output.cents', 'output.amount'),
    BASE.replace('with: { order', 'with: { sum: "{{ tasks.sum.output.cents }}", order'),
  ],
  [
    'a property of the input that is gone',
    BASE.replace(/ {8}note: .*\n|\n +note: .*/, ''),
    BASE.replace('with: { order', 'with: { note: "{{ workflow.input.note }}", order'),
  ],
  [
    'a route',
    BASE.replaceAll('high', 'large'),
    BASE.replace('with: { order', 'with: { isHigh: "{{ tasks.big.output.route == \'high\' }}", order'),
  ],
])('%s that one side renamed and the other reads is told of, and never left to lead nowhere', (_, ours, theirs) => {
  expect(ours).not.toBe(BASE);
  expect(theirs).not.toBe(BASE);
  expect(told(merge(ours, theirs))).not.toEqual([]);
  expect(told(merge(theirs, ours))).not.toEqual([]);
});

test('an input that is gone is not taken for a new one that only has the same schema', () => {
  const read = BASE.replace('order }}"', 'order }}{{ workflow.input.note }}"');
  const ours = BASE.replace('note: {', 'coupon: {');
  const theirs = BASE.replace('with: { order', 'with: { note: "{{ workflow.input.note }}", order');
  for (const base of [BASE, read]) {
    const dropped = base.replace('note: {', 'coupon: {').replace('{{ workflow.input.note }}', '');
    const merged = mergeWorkflows(
      {
        base,
        ours: base === BASE ? ours : dropped,
        theirs: base === BASE ? theirs : base.replace('cents: 1', 'cents: 1, note: "{{ workflow.input.note }}"'),
      },
      { path: PATH },
    );
    expect(merged.text).not.toContain('input.coupon');
    expect(told(merged)).not.toEqual([]);
  }
});
