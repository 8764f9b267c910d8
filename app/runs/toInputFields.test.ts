import { describe, expect, it } from 'vitest';
import { initialInput, toInputFields } from './toInputFields.ts';

describe('toInputFields', () => {
  it('gives a field per property, in order, with its kind', () => {
    const fields = toInputFields({
      type: 'object',
      required: ['text'],
      properties: {
        text: { type: 'string', title: 'Ticket', description: 'What the customer wrote', default: 'x'.repeat(80) },
        plan: { enum: ['free', 'team'] },
        urgent: { type: 'boolean', default: false },
        count: { type: 'integer' },
        tags: { type: 'array' },
      },
    });
    expect(fields?.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['text', 'long-text', true],
      ['plan', 'choice', false],
      ['urgent', 'switch', false],
      ['count', 'number', false],
      ['tags', 'json', false],
    ]);
    expect(fields?.[0]).toMatchObject({ label: 'Ticket', description: 'What the customer wrote' });
  });

  it('asks for JSON where the schema describes no properties', () => {
    expect(toInputFields(null)).toBeNull();
    expect(toInputFields(true)).toBeNull();
    expect(toInputFields({ type: 'array' })).toBeNull();
  });

  it('starts from the last input, else from the defaults', () => {
    const fields = toInputFields({ properties: { a: { default: 1 }, b: { type: 'string' } } }) ?? [];
    expect(initialInput(fields, null)).toEqual({ a: 1 });
    expect(initialInput(fields, { b: 'x' })).toEqual({ b: 'x' });
  });
});
