import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from '../testing.ts';

const FLOW = `tasks:
  - id: sum
    type: map
    config: { mapping: { cents: "{{ input.cents }}" } }
    on_success: { next: big }
  - id: big
    type: decision
    config: { condition: "{{ tasks.sum.output.cents > 100 }}", routes: { true: ask, false: pay } }
  - { id: ask, type: basic, with: { sum: "{{ tasks.sum.output.cents }}" } }
  - { id: pay, type: basic, with: { sum: "{{ tasks.sum.output.cents }}" } }
outputs: { asked: "{{ tasks.ask.output.sum ?? null }}" }
`;

const DISCOUNT = FLOW.replace('{{ input.cents }}', '{{ input.cents * 0.8 }}');
const LOWER = FLOW.replace('> 100', '> 85');

let folder = '';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-prove-'));
  mkdirSync(path.join(folder, 'runs'));
  write('flow.yaml', FLOW);
  for (const cents of [110, 500]) {
    const journal = `runs/${cents}.journal`;
    await runInProcess(['run', 'flow.yaml', '--input', `{"cents": ${cents}}`, '--journal', journal], { folder });
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);

function prove(ours: string, theirs: string, ...names: readonly string[]) {
  for (const [name, text] of Object.entries({ base: FLOW, ours, theirs })) write(`${name}.yaml`, text);
  const given = names.flatMap((name) => ['--prove', name]);
  const files = ['base.yaml', 'ours.yaml', 'theirs.yaml', '-o', 'out.yaml', '--path', 'flow.yaml'];
  return runInProcess(['merge', ...files, ...given], { folder });
}

test('says as in which side each recorded run goes, and counts those that go as in neither', async () => {
  expect(await prove(DISCOUNT, LOWER, 'runs')).toEqual({
    code: 1,
    out: '',
    error: [
      'flow.yaml: 2 runs: 1 as in ours, 1 as in neither',
      '  runs/110.journal: “big”: output.value is true in the merged text, false in ours, true in theirs, and true in the base.',
      '',
    ].join('\n'),
  });
  expect(await prove(FLOW.replace('tasks:', '# A.\ntasks:'), LOWER, 'runs/500.journal')).toEqual({
    code: 0,
    out: '',
    error: 'flow.yaml: 1 run: 1 the same\n',
  });
});

test('plays the tests of the workflow, by the names of the merged text, and tells which side they pass on', async () => {
  const tests = `tests:
  - { name: pays, input: { cents: 110 }, expect: { output: { asked: null } } }
  - { name: asks, input: { cents: 500 }, expect: { tasks: { ask: { output: { sum: 500 } } } } }
`;
  write('flow.test.yaml', tests);
  write('other.test.yaml', tests);
  const { code, error } = await prove(DISCOUNT.replaceAll(/\bask\b/g, 'inquire'), LOWER, '.');
  expect(error).toContain('flow.yaml: 2 tests: 0 passed, 2 failed\n');
  expect(error).toContain('  flow.test.yaml: “pays” fails, but passes on ours: ');
  // With the new name it is another value that is told, and no task that is not there.
  expect(error).toMatch(/“asks” fails, but passes on theirs: .*inquire.*400/);
  expect(code).toBe(3);
});

test('says when there is nothing to prove it by, when a text cannot run, and proves nothing while something is in conflict', async () => {
  expect(await prove(DISCOUNT, LOWER, 'base.yaml')).toMatchObject({ code: 1 });
  mkdirSync(path.join(folder, 'none'));
  expect(await prove(DISCOUNT, LOWER, 'none')).toMatchObject({
    code: 1,
    error: expect.stringContaining('nothing to prove it by'),
  });
  expect(await prove(DISCOUNT.replaceAll('map', 'mop'), LOWER, 'runs')).toMatchObject({
    code: 1,
    error: expect.stringContaining('flow.yaml in ours cannot run'),
  });
  const { code, error } = await prove(FLOW.replace('> 100', '> 90'), LOWER, 'runs');
  expect(code).toBe(1);
  expect(error).toContain('one conflict');
  expect(error).not.toContain('run');
});

test('takes no file with markers, and nothing that git asks for', async () => {
  write('flow.yaml', FLOW);
  for (const args of [['flow.yaml'], ['--driver', 'flow.yaml', 'flow.yaml', 'flow.yaml']]) {
    expect(await runInProcess(['merge', ...args, '--prove', 'runs'], { folder })).toMatchObject({
      code: 129,
      error: expect.stringContaining('--prove needs the three files'),
    });
  }
});
