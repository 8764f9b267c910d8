import { expect, test } from 'vitest';
import { breakLine } from './CodeArea.tsx';

function enter(marked: string): string {
  const at = marked.indexOf('▮');
  const text = marked.replace('▮', '');
  const { insert, caret } = breakLine(text, at);
  return `${text.slice(0, at)}${insert.slice(0, caret)}▮${insert.slice(caret)}${text.slice(at)}`;
}

test.each([
  ['a: 1▮', 'a: 1\n▮'],
  ['with:\n  a: 1▮', 'with:\n  a: 1\n  ▮'],
  ['with:▮', 'with:\n  ▮'],
  ['  code: |▮', '  code: |\n    ▮'],
  ['- id: a▮', '- id: a\n  ▮'],
  ['{▮}', '{\n  ▮\n}'],
  ['  f(() => {▮});', '  f(() => {\n    ▮\n  });'],
  ['[1,▮ 2]', '[1,\n▮ 2]'],
  ['- {▮}', '- {\n    ▮\n}'],
  ['# see this:▮', '# see this:\n▮'],
])('Enter in %j gives %j', (before, after) => {
  expect(enter(before)).toBe(after);
});
