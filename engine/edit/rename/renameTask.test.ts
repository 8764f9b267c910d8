import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { EMPTY_LAYOUT } from '../../text/index.ts';
import { renameTask } from './renameTask.ts';

const text = yaml`
  start: old
  tasks:
    - id: old # the one
      type: basic
      on_error: { next: [old, other] }
    - id: other
      type: decision
      use: core:http
      with:
        plain: "{{ tasks.old.output.items | map(x => x.old) }} and tasks.old"
        both: 'first {{ tasks["old"].output }}, {{ tasks?.old?.status }}'
        code: "{{ tasks.old }}"
        folded: >
          A long line with {{ tasks.old.output }}
          and another {{ tasks.older.output }}
        escaped: "tab \t {{ tasks[\"old\"].output }}"
      config:
        condition: tasks.old.output.n > 1
        routes:
          a: old
          old: { next: old }
        default:
          next: old
  outputs:
    result: "{{ tasks.old.output }}"
`;

test('everything that names the task follows, and nothing else', () => {
  expect(editText(text, (it) => renameTask(it, { id: 'old', to: 'new' })).text).toBe(yaml`
    start: new
    tasks:
      - id: new # the one
        type: basic
        on_error: { next: [new, other] }
      - id: other
        type: decision
        use: core:http
        with:
          plain: "{{ tasks.new.output.items | map(x => x.old) }} and tasks.old"
          both: 'first {{ tasks["new"].output }}, {{ tasks?.new?.status }}'
          code: "{{ tasks.new }}"
          folded: >
            A long line with {{ tasks.new.output }}
            and another {{ tasks.older.output }}
          escaped: "tab \t {{ tasks[\"new\"].output }}"
        config:
          condition: tasks.new.output.n > 1
          routes:
            a: new
            old: { next: new }
          default:
            next: new
    outputs:
      result: "{{ tasks.new.output }}"
  `);
});

test('an id that is no name is read in brackets', () => {
  const after = editText(text, (it) => renameTask(it, { id: 'old', to: "it's 1.0" })).text;
  expect(after).toContain(`result: "{{ tasks['it`);
  expect(editText(after, (it) => renameTask(it, { id: "it's 1.0", to: 'old' })).text).toContain(
    'result: "{{ tasks[\'old\'].output }}"',
  );
});

test('the card keeps its place', () => {
  const layout = { ...EMPTY_LAYOUT, positions: new Map([['old', { x: 20, y: 0 }]]), collapsed: new Set(['old']) };
  const after = editText(text, (it) => renameTask(it, { id: 'old', to: 'new', layout }), layout).layout;
  expect(after).toEqual({ positions: new Map([['new', { x: 20, y: 0 }]]), collapsed: new Set(['new']) });
});

test('the second of two equal ids only gets its own', () => {
  const twins =
    'tasks:\n  - id: a\n    type: basic\n    on_success:\n      next: a\n  - id: a\n    type: basic\n  - type: basic\n';
  expect(editText(twins, (it) => renameTask(it, { id: 'a#tasks/1', to: 'b' })).text).toBe(
    twins.replace('- id: a\n    type: basic\n  - type', '- id: b\n    type: basic\n  - type'),
  );
  expect(editText(twins, (it) => renameTask(it, { id: '#tasks/2', to: 'c' })).text).toBe(
    twins.replace('- type: basic', '- id: c\n    type: basic'),
  );
});

test.each([
  ['', 'INVALID_ID'],
  [' x', 'INVALID_ID'],
  ['end', 'INVALID_ID'],
  ['__proto__', 'INVALID_ID'],
  ['other', 'DUPLICATE_ID'],
])('the id %j is refused', (to, code) => {
  expect(refusalOf(text, (it) => renameTask(it, { id: 'old', to }))).toBe(code);
});

test('the same id changes nothing', () => {
  expect(editText(text, (it) => renameTask(it, { id: 'old', to: 'old' })).text).toBe(text);
});

const renameA = (of: string) => editText(of, (it) => renameTask(it, { id: 'a', to: 'z' })).text;

const script = (use: string) =>
  `tasks:\n  - { id: a, type: map }\n  - { id: b, type: basic, use: ${use}, with: { code: "{{ tasks.a }}" } }\n`;

test('a key called code is code only where a built-in takes it so', () => {
  expect(renameA(script('core:javascript@1'))).toBe(script('core:javascript@1').replace('id: a', 'id: z'));
  expect(renameA(script('{ repo: core, package: javascript }'))).toContain('code: "{{ tasks.a }}"');
  expect(renameA(script('core:log'))).toContain('code: "{{ tasks.z }}"');
  const tool =
    'tools: [{ id: t, import: ./t.yaml, config: { code: "{{ tasks.a }}" } }]\ntasks: [{ id: a, type: map }]\n';
  expect(renameA(tool)).toContain('code: "{{ tasks.a }}"');
  const passed =
    'tasks:\n  - { id: a, type: map, on_error: { next: b, with: { code: "{{ tasks.a.error.code }}" } } }\n  - { id: b, type: map }\n';
  expect(renameA(passed)).toContain('code: "{{ tasks.z.error.code }}"');
});

test('what reads its output by way of the containers around it follows', () => {
  const around = yaml`
    tasks:
      - id: outer
        type: composite
        tasks:
          - id: box
            type: parallel
            tasks:
              - { id: old, type: map, config: { mapping: 1 } }
              - { id: other, type: map, config: { mapping: { old: 2 } } }
            on_success: { with: { a: "{{ output?.old }}", b: "{{ output['other'].old }}", c: "{{ tasks.box.output['old'] }}" } }
        on_success: { next: last, with: { a: "{{ output.box.old + output.box.other.old }}", b: "{{ output.old }}" } }
      - id: last
        type: map
        config: { mapping: "{{ tasks.outer.output.box.old }}", deep: "{{ output.old }}" }
  `;
  expect(editText(around, (it) => renameTask(it, { id: 'old', to: 'a b' })).text).toBe(yaml`
    tasks:
      - id: outer
        type: composite
        tasks:
          - id: box
            type: parallel
            tasks:
              - { id: a b, type: map, config: { mapping: 1 } }
              - { id: other, type: map, config: { mapping: { old: 2 } } }
            on_success: { with: { a: "{{ output?.['a b'] }}", b: "{{ output['other'].old }}", c: "{{ tasks.box.output['a b'] }}" } }
        on_success: { next: last, with: { a: "{{ output.box['a b'] + output.box.other.old }}", b: "{{ output.old }}" } }
      - id: last
        type: map
        config: { mapping: "{{ tasks.outer.output.box['a b'] }}", deep: "{{ output.old }}" }
  `);
});
