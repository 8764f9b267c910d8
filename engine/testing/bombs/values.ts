import { type Bomb, expression, flow, use } from './Bomb.ts';

/** A task that keeps a text, and one that reads it. */
function given(text: string, expression: string): string {
  return flow({
    tasks: [
      { id: 'a', type: 'basic', with: { text }, on_success: { next: 'b' } },
      { id: 'b', type: 'basic', with: { m: `{{ ${expression} }}` } },
    ],
    outputs: { done: '1' },
  });
}

const MATCH_LONG = 'matches(tasks.a.output.text, "([a-z]{1,500}){1,2}x")';
const READ_DEEP = 'fromJson(tasks.a.output.text)';

function nest(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** A page with a tag of so many attributes. */
function attributes(count: number): string {
  const all = Array.from({ length: count }, (_, n) => `a${n}=1`).join(' ');
  return use('core:html', { html: `<a ${all}>`, select: 'a' });
}

function alternatives(count: number): string {
  return use('core:validate', {
    value: Array.from({ length: count }, (_, n) => n),
    schema: { items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } },
  });
}

const FAILS = ['EXPRESSION_ERROR'];
const LIMITED = ['LIMIT_ERROR'];

/** Expressions and regular expressions. */
const EXPRESSION_BOMBS: readonly Bomb[] = [
  { name: 'range of a billion', text: expression('range(0, 1000000000)'), ends: FAILS },
  { name: 'range with a step of almost nothing', text: expression('range(0, 1, 1e-300)'), ends: FAILS },
  {
    name: 'a text doubled by replace',
    text: expression(`${'replace('.repeat(20)}"aaaa"${', "a", "aaaaaaaaaa")'.repeat(20)}`),
    ends: FAILS,
  },
  {
    name: 'join of long texts',
    text: expression('join(map(range(0, 5000), x => join(map(range(0, 5000), y => "aaaaaaaaaa"), "")), "bbbbbbbbbb")'),
    ends: FAILS,
  },
  {
    name: 'lists in lists by flatten',
    text: expression('flatten(map(range(0, 3000), x => range(0, 3000)))'),
    ends: FAILS,
  },
  {
    name: 'groupBy with a key for each',
    text: expression('groupBy(map(range(0, 9000), x => {k: x}), y => toJson(range(0, 500)))'),
    ends: FAILS,
  },
  { name: 'reduce to a list that grows', text: expression('reduce(range(0, 9000), (a, x) => [a, a], 1)'), ends: FAILS },
  { name: 'sort by a key that costs', text: expression('sort(range(0, 9000), x => sum(range(0, 9000)))'), ends: FAILS },
  {
    name: 'base64 of base64',
    text: expression(`${'base64('.repeat(40)}join(map(range(0, 900), x => "abcdefghij"), "")${')'.repeat(40)}`),
    ends: FAILS,
  },
  {
    name: 'a pattern that backtracks',
    text: expression('matches(join(map(range(0, 9000), x => "a"), ""), "^(a|a|aa)*(a+)+b$")'),
    ends: ['success', 'EXPRESSION_ERROR'],
  },
  {
    name: 'a pattern of many states over a long text',
    text: expression('matches(given, "([a-z]{1,900}){1,1}x[a-z]{900}")', 'x')
      .replace('"given":"x"', `"given":"${'a'.repeat(300_000)}"`)
      .replace('matches(given', `matches('${'a'.repeat(3_000)}'`),
    ends: ['success', 'EXPRESSION_ERROR', 'CONFIGURATION_ERROR'],
  },
  {
    name: 'a pattern of many states over 1 MB',
    text: given('a'.repeat(1_000_000), MATCH_LONG),
    ends: ['success', 'EXPRESSION_ERROR'],
    says: /10000 steps/,
  },
  {
    name: 'brackets 2,000 deep',
    text: expression(`${'('.repeat(2_000)}1${')'.repeat(2_000)}`),
    ends: ['EXPRESSION_ERROR', 'CONFIGURATION_ERROR'],
  },
  {
    name: 'JSON 300,000 deep from a text',
    text: given(nest(300_000), READ_DEEP),
    ends: [...FAILS, 'success'],
    short: { text: given(nest(600), READ_DEEP), says: /512 levels/ },
  },
  {
    name: 'a pattern of dates that is long',
    text: expression(`formatDate("2026-01-31", "${'YYYY'.repeat(900)}")`),
    ends: ['success', 'EXPRESSION_ERROR'],
  },
  {
    name: 'numbers past all bounds',
    text: expression('round(1e308 * 10, 400) + addDuration("2026-01-31", "999999999999999w")'),
    ends: FAILS,
  },
];

/** What built-in tools are given. */
const TOOL_BOMBS: readonly Bomb[] = [
  {
    name: 'CSV with 1,000,000 columns',
    text: use('core:csv', { text: 'a,'.repeat(1_000_000) }),
    ends: ['success', 'LIMIT_ERROR'],
    short: { text: use('core:csv', { text: 'a,'.repeat(100_000) }), says: /100000 columns/ },
  },
  {
    name: 'CSV with 1,000,000 columns and a row',
    text: use('core:csv', { text: `${'a,'.repeat(1_000_000)}\n1\n2\n3` }),
    ends: LIMITED,
    short: null,
  },
  {
    name: 'CSV with short rows under a long header',
    text: use('core:csv', { text: `${'a,'.repeat(30_000)}\n${'1\n'.repeat(30_000)}` }),
    ends: LIMITED,
    short: { text: use('core:csv', { text: `${'a,'.repeat(1_500)}\n${'1\n'.repeat(1_500)}` }), says: /2000000 fields/ },
  },
  {
    name: 'CSV of quotation marks',
    text: use('core:csv', { text: '"a""'.repeat(500_000) }),
    ends: ['success', 'VALIDATION_ERROR'],
    short: { text: use('core:csv', { text: '"a""'.repeat(5_000) }), says: /quotes/ },
  },
  {
    name: 'HTML with 1,000,000 nested tags',
    text: use('core:html', { html: '<p><b>'.repeat(500_000) }),
    ends: LIMITED,
    short: { text: use('core:html', { html: '<p><b>'.repeat(1_000) }), says: /"depth"/ },
  },
  {
    name: 'HTML with 300,000 tags beside each other',
    text: use('core:html', { html: '<a href=x>'.repeat(900) + '<i></i>'.repeat(300_000) }),
    ends: ['success', 'LIMIT_ERROR'],
    short: { text: use('core:html', { html: '<i></i>'.repeat(250_001) }), says: /too_large/ },
  },
  {
    name: 'HTML with links in links',
    text: use('core:html', { html: '<a href=x>text '.repeat(5_000) }),
    ends: ['success', 'LIMIT_ERROR'],
    short: { text: use('core:html', { html: '<a href=x>text '.repeat(500) }) },
  },
  {
    name: 'HTML with tables in tables',
    text: use('core:html', { html: '<table><tr><td>'.repeat(300) + 'x'.repeat(1_000_000) }),
    ends: ['success', 'LIMIT_ERROR'],
    short: { text: use('core:html', { html: '<table><tr><td>'.repeat(300) + 'x'.repeat(100_000) }), says: /"output"/ },
  },
  {
    name: 'HTML with 100,000 attributes',
    text: attributes(100_000),
    ends: ['success', 'LIMIT_ERROR'],
    short: { text: attributes(3_000) },
  },
  {
    name: 'a selector that multiplies',
    text: use('core:html', { html: '<i>'.repeat(900), select: `${'* '.repeat(40)}b` }),
    ends: ['success', 'LIMIT_ERROR', 'VALIDATION_ERROR'],
  },
  {
    name: 'a selector that looks inside of each',
    text: use('core:html', { html: '<i></i>'.repeat(20_000), select: ':not(:has(~ b)):not(:has(~ b ~ b))' }),
    ends: ['success', 'LIMIT_ERROR', 'VALIDATION_ERROR'],
  },
  {
    name: 'a selector of 100,000 parts',
    text: use('core:html', { html: '<i></i>'.repeat(100), select: 'i,'.repeat(100_000) + 'i' }),
    ends: ['success', 'LIMIT_ERROR', 'VALIDATION_ERROR'],
    short: null,
  },
  {
    name: 'a selector that nests',
    text: use('core:html', { html: '<i></i>', select: ':not('.repeat(20_000) + 'i' + ')'.repeat(20_000) }),
    ends: ['LIMIT_ERROR', 'VALIDATION_ERROR'],
  },
  {
    name: 'schema: alternatives over 3,000 numbers',
    text: alternatives(3_000),
    ends: ['success'],
    short: { text: alternatives(300) },
  },
  {
    name: 'schema: references that multiply',
    text: use('core:validate', {
      value: 1,
      schema: {
        $ref: '#/$defs/t29',
        $defs: Object.fromEntries(
          Array.from({ length: 30 }, (_, n) => [
            `t${n}`,
            n === 0 ? {} : { allOf: [{ $ref: `#/$defs/t${n - 1}` }, { $ref: `#/$defs/t${n - 1}` }] },
          ]),
        ),
      },
    }),
    ends: ['VALIDATION_ERROR'],
  },
  {
    name: 'schema: a reference to itself',
    text: flow({ schema: { input: { $ref: '#' } }, tasks: [{ id: 'a', type: 'basic' }] }),
    ends: ['success', 'CONFIGURATION_ERROR', 'VALIDATION_ERROR'],
  },
  {
    name: 'schema: exploding alternatives of an input',
    text: flow({
      schema: { input: { anyOf: Array.from({ length: 40 }, () => ({ $ref: '#' })) } },
      tasks: [{ id: 'a', type: 'basic', with: { x: '{{ workflow.input.a.b }}' } }],
    }),
    ends: ['CONFIGURATION_ERROR', 'VALIDATION_ERROR'],
  },
  {
    name: 'schema: a pattern of many states',
    text: use('core:validate', { value: 'a'.repeat(200_000), schema: { pattern: '(?:[a-z]{1,500}){1,2}x' } }),
    ends: ['success', 'LIMIT_ERROR'],
  },
  {
    name: 'schema: made up from references that multiply',
    args: ['run', '--simulate'],
    text: flow({
      tools: [
        {
          id: 't',
          use: 'acme/unknown',
          schema: {
            input: {},
            output: {
              $ref: '#/$defs/a',
              $defs: {
                a: {
                  type: 'object',
                  required: ['x', 'y'],
                  properties: {
                    x: { $ref: '#/$defs/a' },
                    y: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] },
                  },
                },
              },
            },
          },
        },
      ],
      tasks: [{ id: 'a', type: 'basic', use: 'tool:t' }],
      outputs: { done: '1' },
    }),
    ends: ['success', 'VALIDATION_ERROR'],
    short: null,
  },
];

export const VALUE_BOMBS: readonly Bomb[] = [...EXPRESSION_BOMBS, ...TOOL_BOMBS];
