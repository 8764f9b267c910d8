import { expect, test } from 'vitest';
import { runScript, yaml } from '../../testing/index.ts';

const mapping = (config: string, more = ''): string => yaml`
  tasks:
    - id: m
      type: map
      schema:
        output:
          type: object
          required: [n]
          properties: {n: {type: number}, s: {type: string, default: none}}
      config: ${config}
      ${more}
    - {id: v, type: basic}
    - {id: e, type: basic}
`;

test('the mapping is the output, with types kept', () => {
  const run = runScript(mapping('{mapping: {n: "{{ input.n }}", list: ["{{ input.n }}", "n={{ input.n }}"]}}'), {
    input: { n: 5 },
  });
  expect(run.view.output).toEqual({ n: 5, list: [5, 'n=5'] });
});

test('without mapping the result of use is the output, without use the input', () => {
  expect(runScript(mapping('{}', 'use: core:http'), { answers: { m: { value: [1] } } }).view.output).toEqual([1]);
  expect(runScript(mapping('{}'), { input: { x: 1 } }).view.output).toEqual({ x: 1 });
});

test('a mapping reads the result of use as output', () => {
  const run = runScript(mapping('{mapping: "{{ output.items }}"}', 'use: core:http'), {
    answers: { m: { value: { items: [1, 2] } } },
  });
  expect(run.view.output).toEqual([1, 2]);
});

test('{{ tasks.a.output.missing.deep }} is null and a warning; ?? gives a value and none', () => {
  const missing = runScript(mapping('{mapping: {d: "{{ input.missing.deep }}"}}'));
  expect(missing.view.output).toEqual({ d: null });
  expect(missing.view.warnings).toMatchObject([
    { code: 'MISSING_REFERENCE', taskId: 'm', path: expect.stringContaining('input.missing') },
  ]);
  const meant = runScript(mapping(`{mapping: {d: "{{ input.missing.deep ?? 'd' }}"}}`));
  expect(meant.view.output).toEqual({ d: 'd' });
  expect(meant.view.warnings).toEqual([]);
});

test('validate_schema coerces and fills in defaults where strict_mode is off', () => {
  const run = runScript(mapping('{validate_schema: true, mapping: {n: "{{ input.n }}"}}'), { input: { n: '5' } });
  expect(run.view.output).toEqual({ n: 5, s: 'none' });
});

test('strict_mode neither coerces nor fills in', () => {
  const text = mapping('{validate_schema: true, strict_mode: true, mapping: {n: "{{ input.n }}"}}');
  expect(runScript(text, { input: { n: 5 } }).view.output).toEqual({ n: 5 });
  expect(runScript(text, { input: { n: '5' } }).view.error).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a missing reference is an error in strict_mode', () => {
  const run = runScript(mapping('{strict_mode: true, mapping: {n: "{{ input.n }}"}}'));
  expect(run.view.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: [{ keyword: 'missing' }] } });
});

test('a failed validation calls on_validation_error, and without its next on_error', () => {
  const config = '{validate_schema: true, mapping: {n: "{{ input.n }}"}}';
  const first = runScript(
    mapping(
      config,
      'on_validation_error: {next: v, with: {errors: "{{ event.errors }}", value: "{{ event.value }}"}}\n    on_error: {next: e}',
    ),
    {
      input: { n: 'x' },
    },
  );
  expect(first.order).toEqual(['m', 'v']);
  expect(first.view.output).toMatchObject({ errors: [{ path: '/n', keyword: 'type' }], value: { n: 'x' } });
  const second = runScript(mapping(config, 'on_validation_error: {}\n    on_error: {next: e}'), {
    input: { n: 'x' },
  });
  expect(second.order).toEqual(['m', 'e']);
});

test("a map's own input that does not fit calls on_validation_error too", () => {
  const text = yaml`
    tasks:
      - {id: m, type: map, schema: {input: {type: object, required: [n]}}, on_validation_error: {next: v}}
      - {id: v, type: basic}
  `;
  expect(runScript(text).order).toEqual(['m', 'v']);
});

test('fails where what it uses fails, and is cancelled in the middle of it', () => {
  const text = mapping('{}', 'use: core:http');
  expect(runScript(text, { answers: { m: { error: 'X' } } }).view.error).toMatchObject({ code: 'X' });
  const run = runScript(text, { answers: { m: { never: true } }, inputs: [{ after: 1, type: 'run.cancelled' }] });
  expect(run.statuses).toEqual({ m: 'cancelled' });
});

test('validate_schema never checks what a mapping made against schema.input', () => {
  const text = yaml`
    tasks:
      - {id: m, type: map, config: {validate_schema: true, mapping: text}, schema: {input: {type: object}}}
  `;
  const run = runScript(text);
  expect(run.view).toMatchObject({ status: 'success', output: 'text', warnings: [{ code: 'NO_SCHEMA', taskId: 'm' }] });
});
