import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../text/index.ts';
import { findNode, parseSyntax, type Syntax } from '../index.ts';

const TASKS = 30;
const MIDDLE = 15;

function task(index: number): string {
  return `  - id: t${index}\n    type: basic # kept\n    with: { x: "{{ env.X }}" }\n    on_success:\n      next: t${index + 1}\n`;
}

const TEXT = `name: n\ntasks:\n${Array.from({ length: TASKS }, (_, index) => task(index)).join('')}outputs:\n  x: 1\n`;
/** Where a new line in the task in the middle is typed. */
const PLACE = TEXT.indexOf(`  - id: t${MIDDLE + 1}\n`);

/** What the user may have typed so far, as lines of a task. */
const HALF_TYPED = [
  'n',
  'name',
  'name:',
  'name: "',
  "name: 'it",
  'name: "a\\',
  'name: "a" b',
  'name: a: b',
  'name: [',
  'name: [a',
  'name: [a,',
  'name: {',
  'name: {a',
  'name: {a: 1',
  'name: ]',
  'name: }',
  'name: {{',
  'name: {{ x',
  'name: {{ x }',
  'name: {{ x }}',
  'name: {{ x["',
  'name: &',
  'name: &a',
  'name: *',
  'name: *a',
  'name: !',
  'name: !!',
  'name: |',
  'name: >+',
  'name: |x',
  'name: @a',
  'name: `a',
  'name: %a',
  'name: - a',
  'name: ? a',
  'name: ,',
  'name: #',
  'name:a',
  'name : a',
  '"name',
  "'name': 'a",
  '? name',
  ': a',
  '-',
  '- a',
  '-a',
  '[',
  '{',
  ']',
  '}',
  '{{ x }}',
  '*a',
  '&a',
  '!a b: c',
  '@',
  '%',
  '|',
  '<<:',
  '<<: *',
  'type: basic',
  'with:\n      a:\n     b:',
  'with:\n      a: "\n      b: 1',
  'with:\n        a: 1\n      b: 2',
  'with:\n      - a\n      b: 1',
  'with: {\n      a: 1,',
  'on_error: {next: [a',
];

function idsOf(syntax: Syntax): unknown[] {
  const list = findNode(syntax, ['tasks']);
  if (list?.kind !== 'list') return [];
  return list.items.map((_, index) => {
    const id = findNode(syntax, ['tasks', index, 'id']);
    return id?.kind === 'scalar' ? id.value : null;
  });
}

const IDS = Array.from({ length: TASKS }, (_, index) => `t${index}`);

describe('what is half typed', () => {
  describe.each([
    ['as a line of a task', (typed: string) => `    ${typed}\n`],
    ['as a line of a value', (typed: string) => `      ${typed}\n`],
    ['as a line beside the dashes', (typed: string) => `  ${typed}\n`],
    ['as a new task', (typed: string) => `  - ${typed}\n`],
    ['at the margin', (typed: string) => `${typed}\n`],
    ['behind a tab', (typed: string) => `\t${typed}\n`],
  ])('%s', (where, toLine) => {
    test.each(HALF_TYPED)('leaves the tasks before and after it: %j', (typed) => {
      const text = applyEdits(TEXT, [{ start: PLACE, end: PLACE, text: toLine(typed) }]);
      const syntax = parseSyntax(text);
      const found = idsOf(syntax).filter((id) => typeof id === 'string' && IDS.includes(id));
      const lost = IDS.filter((id) => !found.includes(id));
      // At the margin a new key starts, and what follows is its.
      if (where === 'at the margin')
        expect(found.slice(0, MIDDLE), text.slice(PLACE - 20, PLACE + 60)).toEqual(IDS.slice(0, MIDDLE));
      else expect(lost, JSON.stringify(found)).toEqual([]);
      expect(findNode(syntax, ['outputs', 'x'])).toMatchObject({ value: 1 });
      expect(findNode(syntax, ['name'])).toMatchObject({ value: 'n' });
    });
  });
});
