import { describe, expect, test } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { diagnose, findingsIn } from '../testing.ts';

const task = (reference: string) => `tasks: [{ id: t, import: "${reference}" }]`;

/** A composite around one task. */
const box = (inner: string) => `type: composite\ntasks: [{ id: inner, type: basic, ${inner} }]`;

describe('imports', () => {
  test.each([
    ['./gone.yaml', 'IMPORT_ERROR "./gone.yaml"', 'error'],
    ['../out.yaml', 'IMPORT_ERROR "../out.yaml"', 'error'],
    ['./w.yaml#t', 'IMPORT_ERROR "./w.yaml#t"', 'error'],
    ['acme:gone@1', 'UNRESOLVED_IMPORT "acme:gone@1"', 'warning'],
  ])('%s is told at its place', (reference, expected, severity) => {
    expect(findingsIn(task(reference), {})).toEqual([expected]);
    expect(diagnose(task(reference), {})[0]?.severity).toBe(severity);
  });

  test('where the workspace is not known only what the document itself shows is said', () => {
    expect(findingsIn(task('./gone.yaml'))).toEqual([]);
    expect(findingsIn(task('acme:gone@1'))).toEqual([]);
    expect(findingsIn(task('#t'))).toEqual(['IMPORT_ERROR "#t"']);
  });

  test('what is required may come from the import, and is missed where it does not', () => {
    expect(findingsIn(task('./t.yaml'), { 't.yaml': 'type: basic\nuse: core:log' })).toEqual([]);
    expect(findingsIn(task('./t.yaml'), { 't.yaml': 'use: core:log' })).toEqual([
      'REQUIRED_KEY { id: t, import: "./t.yaml" }',
    ]);
  });

  test.each([
    'id: triage\nuse: core:agent\nconfig: { provider: mock, model: mock-small }',
    'use: core:log\nschema: { input: {}, output: {} }',
    'type: composite\ntasks: [{ id: a, type: basic }]',
    'import: ./other.yaml\nconfig: { model: x }',
  ])('a file that is one definition is no broken document: %j', (text) => {
    expect(diagnose(text, {}).map(({ code, severity }) => `${severity} ${code}`)).toEqual(['info NO_TASKS']);
  });

  test('imported definitions are known by their ids, and checked at the import that brings them in', () => {
    const text = yaml`
      agents: [{ import: ./triage.yaml }]
      tasks:
        - { id: sort, type: basic, use: agent:triage, action: classify, on_success: { next: box } }
        - { id: box, import: ./box.yaml }
      outputs: { r: "{{ tasks.inner.output }}" }
    `;
    const triage = yaml`
      id: triage
      use: core:agent
      config: { provider: mock, model: mock-small }
      actions: [{ id: classify, instructions: Sort, output: { type: object } }]
    `;
    expect(findingsIn(text, { 'triage.yaml': triage, 'box.yaml': box('use: core:log') })).toEqual([]);
    const found = diagnose(text, {
      'triage.yaml': triage,
      'box.yaml': box('on_success: { next: nobody }, with: { x: "{{ nope }}" }'),
    });
    expect(found.map(({ code, path, taskId }) => [code, path.join('.'), taskId])).toEqual([
      ['UNKNOWN_TARGET', 'tasks.1.import', 'box'],
      ['UNKNOWN_ROOT', 'tasks.1.import', 'box'],
    ]);
    expect(found[0]?.message).toContain('In "./box.yaml": ');
    expect(
      found.every(({ range, fixes }) => text.slice(range.start, range.end) === './box.yaml' && fixes === undefined),
    ).toBe(true);
  });
});
