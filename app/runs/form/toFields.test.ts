import { describe, expect, it } from 'vitest';
import { allowsMore, defaultInput, initialInput, toFields } from './toFields.ts';

describe('toFields', () => {
  it('gives a field per property, in order, with its kind', () => {
    const fields = toFields({
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
    expect(toFields(null)).toBeNull();
    expect(toFields(true)).toBeNull();
    expect(toFields({ type: 'array' })).toBeNull();
  });

  it('asks for a value that may be null by its other type, and for one of several types as JSON', () => {
    const fields = toFields({
      properties: {
        nick: { type: ['string', 'null'] },
        size: { type: ['integer', 'null'] },
        any: { type: ['string', 'number'] },
      },
    });
    expect(fields?.map(({ kind, isInteger }) => [kind, isInteger])).toEqual([
      ['text', false],
      ['number', true],
      ['json', false],
    ]);
  });

  it('starts from the defaults with the last input over them', () => {
    const properties = { a: { default: 1 }, b: { type: 'string' }, c: { type: 'boolean' }, d: { type: 'boolean' } };
    const fields = toFields({ required: ['d'], properties }) ?? [];
    expect(initialInput(fields, null, true)).toEqual({ a: 1, d: false });
    expect(initialInput(fields, { b: 'x' }, true)).toEqual({ a: 1, b: 'x', d: false });
    expect(initialInput(fields, { a: 2, old: 3 }, true)).toEqual({ a: 2, d: false, old: 3 });
  });

  it('leaves out what a closed schema no longer names', () => {
    const schema = { additionalProperties: false, properties: { a: { default: 1 } } };
    expect(initialInput(toFields(schema) ?? [], { a: 2, old: 3 }, allowsMore(schema))).toEqual({ a: 2 });
  });

  it('gives lists the field of their items, and maps their fields, to a depth', () => {
    const fields = toFields({
      properties: {
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
        any: { type: 'array', items: {} },
        grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
        who: { type: 'object', title: 'Person', required: ['age'], properties: { age: { type: 'integer' } } },
        people: { type: 'array', items: { properties: { name: { type: 'string' } } } },
      },
    });
    expect(fields?.map(({ kind, item }) => [kind, item?.kind])).toEqual([
      ['list', 'choice'],
      ['json', undefined],
      ['json', undefined],
      ['group', undefined],
      ['list', 'group'],
    ]);
    expect(fields?.[3]?.fields).toMatchObject([{ name: 'age', kind: 'number', isRequired: true, isInteger: true }]);
  });

  it('starts a required map from what is in it, and leaves an optional one out that has no defaults', () => {
    const inside = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'boolean' } }, required: ['b'] };
    const properties = { must: inside, may: { ...inside, required: [] } };
    expect(defaultInput(toFields({ required: ['must'], properties }) ?? [])).toEqual({ must: { b: false } });
  });
});
