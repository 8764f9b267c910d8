import { describe, expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { editSchema, type SchemaChange } from './editSchema.ts';

const text = yaml`
  schema:
    input:
      type: object
      required: [text, plan] # both
      properties:
        # what was written
        text: { type: string }
        plan:
          type: string # one of two
          enum: [free, team]
        when: { type: string, format: date }
  tasks:
    - { id: a, type: basic, with: { t: "{{ workflow.input.text }}" } }
`;

const path = ['schema', 'input'];
const changed = (change: SchemaChange, source = text) =>
  editText(source, (it) => editSchema(it, { path, change })).text;

const refused = (change: SchemaChange) => refusalOf(text, (it) => editSchema(it, { path, change }));

describe('a property of a schema', () => {
  test('is added last, to a schema that is not there yet too', () => {
    expect(changed({ type: 'add', name: 'note' })).toBe(
      text.replace('format: date }\n', 'format: date }\n      note:\n        type: string\n'),
    );
    expect(changed({ type: 'add', name: 'note' }, 'tasks: []\n')).toBe(
      'schema:\n  input:\n    type: object\n    properties:\n      note:\n        type: string\ntasks: []\n',
    );
  });

  test('is renamed with its place among the required ones; expressions stay', () => {
    expect(changed({ type: 'rename', name: 'text', to: 'body' })).toBe(
      text.replace('[text,', '[body,').replace('      text: {', '      body: {'),
    );
  });

  test('is removed, and is required no longer', () => {
    expect(changed({ type: 'remove', name: 'when' })).toBe(
      text.replace('      when: { type: string, format: date }\n', ''),
    );
    expect(changed({ type: 'remove', name: 'plan' })).toBe(
      text
        .replace('[text, plan]', '[text]')
        .replace('      plan:\n        type: string # one of two\n        enum: [free, team]\n', ''),
    );
  });

  test('leaves an object behind when it was the last one', () => {
    const one = 'schema: { input: { properties: { a: { type: string } } } }\n';
    expect(changed({ type: 'remove', name: 'a' }, one)).toBe('schema: { input: {type: object} }\n');
  });

  test('is required, and is not', () => {
    expect(changed({ type: 'require', name: 'when', isRequired: true })).toBe(
      text.replace('[text, plan]', '[text, plan, when]'),
    );
    expect(changed({ type: 'require', name: 'text', isRequired: false })).toBe(text.replace('[text, plan]', '[plan]'));
  });

  test('goes to another place with its comments', () => {
    const lines = '      # what was written\n      text: { type: string }\n';
    expect(changed({ type: 'move', name: 'text', index: 2 })).toBe(
      text.replace(lines, '').replace('format: date }\n', `format: date }\n${lines}`),
    );
  });

  test('is refused where the name is taken, empty, or not there', () => {
    expect(refused({ type: 'add', name: 'plan' })).toBe('DUPLICATE_KEY');
    expect(refused({ type: 'rename', name: 'plan', to: ' ' })).toBe('INVALID_KEY');
    expect(refused({ type: 'move', name: 'gone', index: 0 })).toBe('UNKNOWN_FIELD');
  });
});
