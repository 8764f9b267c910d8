import { expect, test } from 'vitest';
import { yaml } from '../../../testing/index.ts';
import { applyFix, findingsIn } from '../../testing.ts';

const all = yaml`
  tasks:
    - {id: a, type: basic, disabled: true, on_success: {next: b}}
    - {id: b, type: basic, disabled: true}
`;

test('a workflow of disabled tasks alone is warned of, and the first can be enabled', () => {
  expect(findingsIn(all)).toContain('ALL_DISABLED true');
  expect(applyFix(all, 'ALL_DISABLED')).toBe(all.replace('disabled: true, on', 'on'));
  expect(findingsIn(applyFix(all, 'ALL_DISABLED'))).not.toContain('ALL_DISABLED true');
});

function reading(field: string, disabled: string): string {
  return yaml`
    tasks:
      - {id: a, type: basic, on_success: {next: b}}
      - {id: b, type: basic, ${disabled} use: "core:hash", with: {text: x}, on_success: {next: c}}
      - {id: c, type: basic, with: {y: "{{ tasks.b.output.${field} }}"}}
  `;
}

function found(field: string, disabled: string): readonly string[] {
  return findingsIn(reading(field, disabled)).filter((finding) => finding.startsWith('UNKNOWN_MEMBER'));
}

test('what a disabled task gives is its input, and reading anything else of it is a warning', () => {
  expect(found('hex', '')).toEqual([]);
  expect(found('hex', 'disabled: true,')).toHaveLength(1);
  expect(found('text', 'disabled: true,')).toEqual([]);
  expect(found('text', '')).toHaveLength(1);
});

test('anything but a boolean is refused', () => {
  expect(findingsIn('tasks: [{id: a, type: basic, disabled: "{{ true }}"}]').join()).toMatch(/WRONG_TYPE|TYPE/);
});
