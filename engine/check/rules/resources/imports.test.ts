import { describe, expect, test } from 'vitest';
import { yaml } from '../../../testing/index.ts';
import { diagnose, findingsIn } from '../../testing.ts';

const task = (reference: string) => `tasks: [{ id: t, import: "${reference}" }]`;

const use = (reference: string) => `tasks: [{ id: t, type: basic, use: "${reference}" }]`;

/** A composite around one task. */
const box = (inner: string) => `type: composite\ntasks: [{ id: inner, type: basic, ${inner} }]`;

describe('imports', () => {
  test.each([
    ['./gone.yaml', 'IMPORT_ERROR "./gone.yaml"', 'error'],
    ['../out.yaml', 'IMPORT_ERROR "../out.yaml"', 'error'],
    ['./w.yaml#t', 'IMPORT_ERROR "./w.yaml#t"', 'error'],
    ['acme:gone@1', 'UNRESOLVED_IMPORT "acme:gone@1"', 'warning'],
  ])('%s is reported at its place', (reference, expected, severity) => {
    expect(findingsIn(task(reference), {})).toEqual([expected]);
    expect(diagnose(task(reference), {})[0]?.severity).toBe(severity);
  });

  test('where the workspace is not known only what the document itself shows is reported', () => {
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
      'box.yaml': box('on_success: { next: missing }, with: { x: "{{ nope }}" }'),
    });
    expect(found.map(({ code, path, taskId }) => [code, path.join('.'), taskId])).toEqual([
      ['UNKNOWN_TARGET', 'tasks.1.import', 'box'],
      ['UNKNOWN_ROOT', 'tasks.1.import', 'box'],
    ]);
    expect(found[0]?.message).toContain('In "box.yaml": ');
    expect(
      found.every(({ range, fixes }) => text.slice(range.start, range.end) === './box.yaml' && fixes === undefined),
    ).toBe(true);
  });

  test('a path of another kind is reported with the right spelling', () => {
    expect(diagnose(task('https://example.com/t.yaml'), {})[0]?.message).toContain('address of the web');
    const [found] = diagnose(task('.\\\\lib\\\\t.yaml'), {});
    expect(found?.fixes?.map(({ title }) => title)).toEqual(['Change to ./lib/t.yaml']);
  });

  test('a problem deep inside is reported at the outermost import, with the file it is in', () => {
    const files = { 'a.yaml': 'type: composite\nimport: ./b.yaml', 'b.yaml': box('import: ./gone.yaml') };
    expect(diagnose(task('./a.yaml'), files).map(({ code, path, message }) => [code, path.join('.'), message])).toEqual(
      [['IMPORT_ERROR', 'tasks.0.import', 'In "b.yaml": There is no file "gone.yaml" in this workspace.']],
    );
  });
});

describe('packages', () => {
  const TOOL = 'use: core:log\nschema: { input: {}, output: {} }';

  test('that are there are known, with their results', () => {
    const text = yaml`
      tools: [{ id: note, use: "acme:log" }]
      tasks: [{ id: t, type: basic, use: "acme:other@1", on_success: { next: u } }, { id: u, type: basic, use: tool:note }]
      outputs: { r: "{{ tools['acme:other@1'].output }}" }
    `;
    expect(findingsIn(text, { 'packages/acme/log.yaml': TOOL, 'packages/acme/other@1.0.yaml': TOOL })).toEqual([]);
  });

  test('that are missing are a warning that lists what there is, those that do not fit an error', () => {
    const files = { 'packages/acme/log@1.0.yaml': TOOL, 'packages/acme/step.yaml': 'type: basic' };
    const [missing] = diagnose(use('acme:log@2'), files);
    expect(missing).toMatchObject({ code: 'UNRESOLVED_USE', severity: 'warning' });
    expect(missing?.message).toContain('Those that exist: acme:log@1.0.');
    expect(missing?.fixes?.map(({ title }) => title)).toEqual(['Change to acme:log@1.0']);
    expect(findingsIn(use('acme:step'), files)).toEqual(['IMPORT_ERROR "acme:step"']);
    expect(findingsIn('tools: [{ id: t, use: "acme:step" }]', files)).toContain('IMPORT_ERROR "acme:step"');
    expect(findingsIn(use('acme:log@1'), files)).toEqual([]);
  });

  test('are checked where they are used, and name the file that is wrong', () => {
    const files = { 'packages/acme/a.yaml': TOOL.replace('core:log', 'acme:gone') };
    const found = diagnose(use('acme:a'), files).map(({ code, path, message, fixes }) => [
      code,
      path.join('.'),
      message,
      fixes,
    ]);
    expect(found).toEqual([
      [
        'UNRESOLVED_USE',
        'tasks.0.use',
        expect.stringMatching(/^In "packages\/acme\/a.yaml": .*"acme:gone"/),
        undefined,
      ],
    ]);
    expect(findingsIn(use('acme:a'), { 'packages/acme/a.yaml': 'use: core:log' })).toEqual(['REQUIRED_KEY "acme:a"']);
  });

  test('of the tools of an agent are looked for too', () => {
    const text = yaml`
      agents:
        - id: a
          use: core:agent
          config: { provider: mock, model: m }
          tools: [{ id: x, use: "acme:log" }, { id: y, use: "tool:missing", schema: { input: {}, output: {} } }]
      tasks: [{ id: t, type: basic, use: agent:a }]
    `;
    expect(findingsIn(text, { 'packages/acme/log.yaml': TOOL })).toEqual(['UNKNOWN_TOOL "tool:missing"']);
  });
});
