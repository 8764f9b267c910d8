import { expect, test } from 'vitest';
import { closeBraces } from './closeBraces.ts';

/** Types keys one after the other at the mark, and answers the text with the mark where the caret is. */
function type(marked: string, keys: string): string {
  let caret = marked.indexOf('▮');
  let text = marked.replace('▮', '');
  for (const key of keys) {
    const typed = { text: text.slice(0, caret) + key + text.slice(caret), caret: caret + 1 };
    ({ text, caret } = closeBraces(text, typed));
  }
  return `${text.slice(0, caret)}▮${text.slice(caret)}`;
}

test.each([
  ['▮', '{{', '{{▮}}'],
  ['▮', '{{ ', '{{ ▮ }}'],
  ['▮', '{{ a', '{{ a▮ }}'],
  // Who types all of it gets what was typed.
  ['▮', '{{ tasks.a.output }}', '{{ tasks.a.output }}▮'],
  ['▮', '{{a}} and {{ b }}', '{{a}} and {{ b }}▮'],
  ['say {▮', '{', 'say {{▮}}'],
  // The braces of a map are its own.
  ['▮', '{{ {"a": 1} }}', '{{ {"a": 1} }}▮'],
  ['▮', '{{ "}" }}', '{{ "}" }}▮'],
  // What is closed already is not closed again.
  ['{▮ a }}', '{', '{{▮ a }}'],
  ['a▮b', '{', 'a{▮b'],
  ['a▮', '} ', 'a} ▮'],
])('in %j, %j gives %j', (before, keys, after) => {
  expect(type(before, keys)).toBe(after);
});

test('what was pasted, removed or put in by a suggestion stays as it is', () => {
  const pasted = { text: 'a {{ b', caret: 6 };
  expect(closeBraces('a', pasted)).toBe(pasted);
  const removed = { text: '{{', caret: 2 };
  expect(closeBraces('{{ ', removed)).toBe(removed);
});
