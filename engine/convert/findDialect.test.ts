import { describe, expect, test } from 'vitest';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { parseSyntax } from '../syntax/index.ts';
import { yaml } from '../testing/index.ts';
import { applyEdits } from '../text/index.ts';
import { convertDialect, findDialect } from './index.ts';

/** The text after, and what was said of it. */
function convert(text: string) {
  const { edits, notes } = convertDialect(parseSyntax(text));
  return { text: applyEdits(text, edits), notes };
}

const LATE = yaml`
  tasks:
    - id: way
      type: router
      condition: "{{ .workflow.input.kind }}"
      routes: { bill: pay }
    - id: pay
      type: basic
      agent: clerk
      final: true
`;

describe('is one finding in place of all', () => {
  test('an error with its fix where anything is an error', () => {
    const [only, ...others] = checkAnalysis(analyze('w.yaml', LATE));
    expect(others).toEqual([]);
    expect([only?.code, only?.severity]).toEqual(['OTHER_DIALECT', 'error']);
    const fix = only?.fixes?.[0];
    expect(applyEdits(LATE, fix?.edits ?? [])).toBe(convert(LATE).text);
    expect(fix?.changes).toEqual(convert(LATE).notes);
  });

  test('a warning where nothing is, in a definition file too', () => {
    const text = 'id: way\ntype: decision\ncondition: tasks.a.output\nroutes: { high: a }\n';
    expect(checkAnalysis(analyze('w.yaml', text)).map(({ code }) => code)).toEqual(['DIALECT_KEYS']);
  });

  test.each([
    ['one key that is misplaced', 'tasks: [{ id: a, type: decision, condition: 1 }]'],
    [
      'an expression with a dot too many',
      'tasks: [{ id: a, type: map, config: { mapping: "{{ .tasks.a.output }}" } }]',
    ],
    ['a document without tasks', 'config: { input: { type: object } }'],
    ['text that is no map', '- a'],
  ])('and not for %s', (_, text) => {
    expect(findDialect(parseSyntax(text))).toBeNull();
  });
});

test.each([
  ['.a.b-c.d', 'a.b-c.d'],
  ['- .a -', 'a'],
  ['eq .a "x"', 'a == "x"'],
  ['and (gt .a 1) (not .b)', '(a > 1) && !b'],
  ['.a | len', 'len(a)'],
  ['toJson .a', 'toJson(a)'],
  ['hasKey .a "k"', '"k" in a'],
  ['.now', 'now()'],
])('the template {{%s}} is the expression %s', (template, expression) => {
  const { text } = convert(`tasks: [{ id: a, $use: agent(id=b), with: { v: '{{${template}}}' } }]\n`);
  expect(text).toContain(`v: '{{ ${expression} }}'`);
});
