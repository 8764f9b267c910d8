import { expect, test } from 'vitest';
import { insertReference } from './TemplateArea.tsx';

function insert(marked: string, isBare = false): string {
  const caret = marked.indexOf('▮');
  const { text, caret: after } = insertReference({ text: marked.replace('▮', ''), caret }, 'input.a', isBare);
  return `${text.slice(0, after)}▮${text.slice(after)}`;
}

test.each([
  ['▮', '{{ input.a }}▮'],
  ['Hi ▮!', 'Hi {{ input.a }}▮!'],
  ['{{ len(▮) }}', '{{ len(input.a▮) }}'],
  ['{{ 1 }}▮', '{{ 1 }}{{ input.a }}▮'],
])('%j becomes %j', (before, after) => {
  expect(insert(before)).toBe(after);
});

test('a field without braces gets the expression alone', () => {
  expect(insert('▮ > 3', true)).toBe('input.a▮ > 3');
});
