import { describe, expect, test } from 'vitest';
import { analyze } from '../../../graph/index.ts';
import { checkAnalysis } from '../../checkAnalysis.ts';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

const flow = (...tasks: readonly string[]) => `tasks: [${tasks.map((task) => `{ ${task} }`).join(', ')}]`;
const reads = (id: string) => `config: { mapping: "{{ tasks.${id}.output }}" }`;

const wait = (condition: string) =>
  flow(`id: a, type: wait, config: { condition: ${condition}, timeout: 5s, check_interval: 1s }`);
const memory = (dimensions: number) =>
  `memory: { id: m, vector: { use: "core:in-memory", dimensions: ${dimensions}, config: {} } }`;
const codes = (document: string) => diagnose(document).map(({ code }) => code);

const twoMemories = (dimensions: number) =>
  `${memory(3)}\nagents: [{ id: a, use: core:agent, config: { provider: mock, model: m }, ${memory(dimensions)} }]\n${flow('id: t, type: basic, use: agent:a')}`;

describe('results that are read', () => {
  test.each([
    ['of a task before', flow('id: a, type: basic, on_success: { next: b }', `id: b, type: map, ${reads('a')}`)],
    [
      'of a task after',
      flow(`id: a, type: map, ${reads('b')}, on_success: { next: b }`, 'id: b, type: basic'),
      'OUTPUT_NEVER_SET b.output',
    ],
    [
      'of a task after, in a loop',
      flow(
        `id: a, type: map, ${reads('b')}, on_success: { next: b }`,
        'id: b, type: decision, config: { routes: { again: a }, default: { next: end } }',
      ),
    ],
    ['of itself', flow(`id: a, type: map, ${reads('a')}`), 'SELF_REFERENCE a.output'],
    [
      'of itself in a handler, and of what runs beside it',
      flow(
        'id: a, type: basic, on_start: { next: b }, on_success: { next: c, with: { n: "{{ tasks.a.output }}" } }',
        'id: b, type: basic',
        `id: c, type: basic, with: { n: "{{ tasks.a.output }} {{ tasks.b.status }}" }`,
      ),
    ],
    [
      'of the container around it',
      flow(`id: box, type: composite, tasks: [{ id: a, type: map, ${reads('box')} }]`),
      'OUTPUT_NEVER_SET box.output',
    ],
    [
      'of a child before it, of one after it and of one beside it',
      flow(
        `id: box, type: composite, tasks: [{ id: a, type: map, ${reads('b')} }, { id: b, type: map, ${reads('a')} }], on_success: { next: both }`,
        `id: both, type: parallel, tasks: [{ id: c, type: map, ${reads('a')} }, { id: d, type: map, ${reads('c')} }]`,
      ),
      'OUTPUT_NEVER_SET b.output',
      'OUTPUT_NEVER_SET c.output',
    ],
    [
      'of a hook and in a hook',
      flow(
        'id: box, type: composite, on_task_start: { next: prepare }, on_task_complete: { next: note }, tasks: [{ id: a, type: map, config: { mapping: "{{ tasks.prepare.output }}" } }], on_success: { next: last }',
        'id: prepare, type: basic',
        `id: note, type: map, ${reads('a')}`,
        `id: last, type: map, ${reads('note')}`,
      ),
    ],
    [
      'by a condition of its routes',
      flow(
        'id: a, type: decision, config: { routes: { x: { condition: tasks.a.output.value, next: end } }, default: { next: end } }',
      ),
    ],
  ])('%s', (_, text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
    expect(diagnose(text).every(({ severity }) => severity === 'warning')).toBe(true);
  });
});

describe('inputs', () => {
  const needs = 'schema: { input: { type: object, required: [email, tone], properties: { tone: { default: calm } } } }';
  const tools =
    'tools: [{ id: mail, use: core:log, schema: { input: { type: object, required: [to] }, output: {} } }]\n';
  test.each([
    [
      'missing',
      flow('id: a, type: basic, on_success: { next: b }', `id: b, type: basic, ${needs}`),
      'MISSING_INPUT input',
    ],
    [
      'passed by a handler',
      flow('id: a, type: basic, on_success: { next: b, with: { email: x } }', `id: b, type: basic, ${needs}`),
    ],
    ['of its own', flow(`id: a, type: basic, with: { email: x }, ${needs}`)],
    ['that a run may give', flow(`id: a, type: basic, ${needs}`)],
    [
      'that the form of a run does not give',
      `schema: { input: { type: object, properties: { name: {} } } }\n${flow(`id: a, type: basic, ${needs}`)}`,
      'MISSING_INPUT input',
    ],
    [
      'that may be in a template',
      flow('id: a, type: basic, on_success: { next: b }', `id: b, type: basic, with: "{{ tasks.a.output }}", ${needs}`),
    ],
    [
      'a tool needs',
      `${tools}${flow('id: a, type: basic, on_success: { next: b }', 'id: b, type: basic, use: tool:mail, with: { message: x }')}`,
      'MISSING_INPUT tool:mail',
    ],
    [
      'that are not read',
      flow(
        'id: a, type: basic, on_success: { next: b, with: { n: 1, m: 2 } }',
        'id: b, type: map, with: { k: 3 }, config: { mapping: "{{ input.n }}" }',
      ),
      'UNUSED_INPUT m',
      'UNUSED_INPUT k',
    ],
    [
      'that are read whole, by a use, as the output, or by a schema',
      flow(
        'id: a, type: basic, on_success: { next: b, with: { n: 1 } }',
        'id: b, type: map, config: { mapping: "{{ len(input) }}" }, on_success: { next: c, with: { n: 1 } }',
        'id: c, type: map, on_success: { next: d, with: { n: 1 } }',
        'id: d, type: decision, config: { condition: output.n, routes: { 1: e }, default: { next: end } }',
        'id: e, type: collection, use: core:log, with: { n: 1 }, config: { items: [1] }',
      ),
    ],
  ])('%s', (_, text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });
});

describe('waits', () => {
  test.each([
    [wait('true'), 'CONSTANT_CONDITION true'],
    [wait('"{{ 1 > 2 }}"'), 'CONSTANT_CONDITION "{{ 1 > 2 }}"'],
    [wait("upper('x') == 'X'"), "CONSTANT_CONDITION upper('x') == 'X'"],
    [wait('"{{ now() > \'2026\' }}"')],
    [wait('workflow.input.ready')],
    [flow('id: a, type: wait, config: { timeout: 5s, check_interval: 1s }')],
  ])('%s', (text, ...expected) => {
    expect(findingsIn(text)).toEqual(expected);
  });
});

describe('memories of one id', () => {
  test('must be written alike', () => {
    expect(codes(twoMemories(3))).toEqual([]);
    expect(codes(twoMemories(4))).toEqual(['MEMORY_MISMATCH']);
  });
});

describe('variables', () => {
  const text = `env: { REGION: eu }\n${flow('id: a, type: basic, env: { OWN: 1 }, with: { a: "{{ env.REGION }} {{ env.OWN }} {{ env.API_URL }} {{ env.API_KYE }} {{ env[input.name] }}" }')}`;
  const found = (variables: readonly string[]) => checkAnalysis(analyze('w.yaml', text), { variables });

  test('are reported where neither the document nor the workspace has them', () => {
    expect(
      found(['API_URL', 'API_KEY']).map(({ code, severity, range }) => [
        code,
        severity,
        text.slice(range.start, range.end),
      ]),
    ).toEqual([['UNKNOWN_VARIABLE', 'info', 'API_KYE']]);
    expect(found(['API_URL', 'API_KEY'])[0]?.fixes?.[0]?.title).toBe('Change to API_KEY');
  });

  test('are not reported where a default is given for them', () => {
    const given = flow(
      'id: a, type: basic, with: { a: "{{ (env.KEY ?? false) ? 1 : 2 }} {{ env.URL ?? null }} {{ env.NONE }}" }',
    );
    const findings = checkAnalysis(analyze('w.yaml', given), { variables: [] });
    expect(findings.map(({ range }) => given.slice(range.start, range.end))).toEqual(['NONE']);
  });

  test('are not reported where the workspace is not known', () => {
    expect(diagnose(text)).toEqual([]);
  });
});

describe('keys as other tools write them', () => {
  test.each([
    ['tasks: [{ id: a, type: basic, label: A }]', 'label', 'name: A'],
    ['title: A\ntasks: [{ id: a, type: basic }]', 'title', 'name: A'],
    ['variables: { A: 1 }\ntasks: [{ id: a, type: basic }]', 'variables', 'env: { A: 1 }'],
  ])('%s', (text, key, expected) => {
    expect(findingsIn(text)).toContain(`OTHER_SPELLING ${key}`);
    expect(findingsIn(text).filter((finding) => finding.startsWith('UNKNOWN_KEY'))).toEqual([]);
    expect(applyFix(text, 'OTHER_SPELLING')).toContain(expected);
  });

  test('a target that is nearly end is', () => {
    expect(applyFix('tasks: [{ id: a, type: basic, on_success: { next: END } }]', 'UNKNOWN_TARGET')).toContain(
      'next: end',
    );
  });
});
