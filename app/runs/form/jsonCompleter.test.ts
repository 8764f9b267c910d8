import { expect, test } from 'vitest';
import { jsonCompleter } from './jsonCompleter.ts';
import { toFields } from './toFields.ts';

const fields = toFields({
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', description: 'The ticket' },
    plan: { enum: ['free', 'paid'] },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
  },
});
const complete = jsonCompleter(fields ?? []);

/** The text after each suggestion at the mark was taken, the mark where its caret is. */
function taken(marked: string): string[] {
  const caret = marked.indexOf('▮');
  const text = marked.replace('▮', '');
  const found = complete(text, caret);
  if (found instanceof Promise) throw new Error('It knows all it needs');
  return found.map(({ insert, start, end }) => `${text.slice(0, start)}${insert}▮${text.slice(end)}`);
}

test('names that are not there are offered, those that are begun by what is typed', () => {
  expect(taken('{ ▮ }')).toEqual(['{ "text": ▮ }', '{ "plan": ▮ }', '{ "lines": ▮ }']);
  expect(taken('{ "text": "a", "p▮" }')).toEqual(['{ "text": "a", "plan": ▮ }']);
  expect(taken('{ "pl▮": 1 }')).toEqual(['{ "plan"▮: 1 }']);
});

test('a value has its choices, also inside of lists', () => {
  expect(taken('{ "plan": ▮')).toEqual(['{ "plan": "free"▮', '{ "plan": "paid"▮']);
  expect(taken('{ "plan": "fr▮"')).toEqual(['{ "plan": "free"▮']);
  expect(taken('{ "lines": [{ "s▮')).toEqual(['{ "lines": [{ "sku": ▮']);
});

test('nothing is offered outside of the braces, nor behind what is complete', () => {
  expect(taken('▮')).toEqual([]);
  expect(taken('{} ▮')).toEqual([]);
  expect(taken('{ "plan": "free"▮ }')).toEqual([]);
  expect(taken('{ "text": ▮ }')).toEqual([]);
});
