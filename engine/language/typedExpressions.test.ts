import { describe, expect, it } from 'vitest';
import type { Json } from '../base/index.ts';
import { yaml } from '../testing/index.ts';
import { completionsAt } from './completion/completionsAt.ts';
import { hoverAt } from './hover/hoverAt.ts';
import type { CompletionContext } from './places/LanguageItem.ts';
import { atCursor } from './testing.ts';

const DOCUMENT = yaml`
  agents:
    - id: judge
      use: core:agent
      config: { provider: mock, model: small }
      actions:
        - id: rate
          instructions: Rate it.
          output:
            type: object
            properties:
              verdict: { enum: [good, bad] }
              notes: { type: array, items: { type: object, properties: { text: { type: string }, page: { type: integer } } } }
  tasks:
    - id: rate
      type: basic
      use: agent:judge
      on_success: { next: show, with: { score: "{{ 1 + 2 }}" } }
    - id: free
      type: basic
      use: core:javascript
    - id: show
      type: basic
      use: core:log
      with: { message: "{{ EXPRESSION }}" }
`;

const LAST: Readonly<Record<string, Json>> = {
  tasks: {
    rate: { output: { verdict: 'good', notes: [{ text: 'Fine.', page: 3 }] }, status: 'success' },
    free: { output: { rows: [{ 'unit price': 5, total: 10 }] }, status: 'success' },
  },
};
const context: CompletionContext = { lastValues: (root) => LAST[root] };

function itemsAt(expression: string, given?: CompletionContext): readonly string[] {
  const { analysis, offset } = atCursor(DOCUMENT.replace('EXPRESSION', expression));
  return completionsAt(analysis, offset, given)
    .filter(({ kind }) => kind !== 'function' && kind !== 'root')
    .map(({ label, detail }) => (detail === '' ? label : `${label}: ${detail}`));
}

function hoverOn(expression: string, given?: CompletionContext): string | undefined {
  const { analysis, offset } = atCursor(DOCUMENT.replace('EXPRESSION', expression));
  return hoverAt(analysis, offset, given)?.markdown;
}

const NOTE = ['text: text', 'page: number'];

describe('completion', () => {
  it.each([
    ['map(tasks.rate.output.notes, n => n.‸', NOTE],
    ['tasks.rate.output.notes | filter(n => n.page > 1) | map(x => x.‸', NOTE],
    ['first(tasks.rate.output.notes).‸', NOTE],
    ['(tasks.rate.output.notes[0] ?? input).‸', [...NOTE, 'score: any']],
    ["{ a: 1 }['‸", ['a: number']],
    ['input.‸', ['score: number']],
    ['event.‸', ['type: text', 'source: text', 'timestamp: text', 'output: map', 'duration: number']],
    ["tasks.rate.output.verdict == '‸", ['good', 'bad']],
    ["tasks.rate.output.verdict != 'go‸", ['good', 'bad']],
    ['1 + 2.‸', []],
  ])('%s', (expression, expected) => {
    expect(itemsAt(expression)).toEqual(expected);
  });

  it('shows what a parameter is', () => {
    expect(itemsAt('map(tasks.rate.output.notes, (n, i) => ‸')).toEqual(['i: parameter, number', 'n: parameter, map']);
  });

  it('adds what the last run gave, and the keys only it had', () => {
    expect(itemsAt('tasks.rate.output.‸', context)).toEqual([
      'verdict: "good" | "bad" · last "good"',
      'notes: list · last [{"text":"Fine.","page":3}]',
    ]);
    expect(itemsAt('map(tasks.free.output.rows, r => r.‸', context)).toEqual([
      'unit price: number · last 5',
      'total: number · last 10',
    ]);
  });
});

describe('hover', () => {
  it.each([
    ['len(tasks.rate.output.no‸tes) + 1', '`tasks.rate.output.notes` · list'],
    ['len(tasks.rate.output.notes) ‸+ 1', '`len(tasks.rate.output.notes) + 1` · number'],
    ['map(tasks.rate.output.notes, n => n.pa‸ge)', '`n.page` · number'],
    ['map(tasks.rate.output.notes, n => ‸n)', '`n` · map'],
  ])('%s', (expression, markdown) => {
    expect(hoverOn(expression)).toBe(markdown);
  });

  it('shows the value of the last run', () => {
    expect(hoverOn('tasks.rate.output.ver‸dict', context)).toContain('Last run: `"good"`');
    expect(hoverOn('len(tasks.rate.output.notes) ‸+ 1', context)).toContain('Last run: `2`');
    expect(hoverOn('map(tasks.rate.output.notes, n => n.pa‸ge)', context)).toContain('Last run: `3`');
    expect(hoverOn('[uuid(), ‸ 1]', context)).not.toContain('Last run');
  });
});
