import { describe, expect, it } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { definitionAt } from '../names/definitionAt.ts';
import { documentSymbols } from '../outline/documentSymbols.ts';
import { nodeAt, rangeOfNode } from '../places/nodeAt.ts';
import { atCursor } from '../testing.ts';
import { hoverAt } from './hoverAt.ts';

const DOCUMENT = yaml`
  name: Support
  agents:
    - id: triage
      use: core:agent
      config: { provider: mock, model: small }
      actions:
        - id: classify
          instructions: Classify the ticket.
          output: { type: object, properties: { topic: { type: string, description: What it is about. } } }
  tasks:
    - id: first
      name: Classify
      type: basic
      use: agent:triage
      action: classify
      on_success:
        next: gather
    - id: gather
      type: parallel
      tasks:
        - id: inner
          type: basic
          use: core:log
          with:
            message: "{{ tasks.first.output.topic | upper }}"
`;

/** The document with the cursor in the middle of the n-th occurrence of a text. */
function cursorIn(needle: string, occurrence = 1): ReturnType<typeof atCursor> {
  let at = -1;
  for (let count = 0; count < occurrence; count += 1) at = DOCUMENT.indexOf(needle, at + 1);
  const middle = at + Math.floor(needle.length / 2);
  return atCursor(`${DOCUMENT.slice(0, middle)}‸${DOCUMENT.slice(middle)}`);
}

describe('hover', () => {
  it.each([
    ['tasks:\n  - id: a\n    type: wait\n    config: { timeout: 1h3‸0m }', '1h30m', '1 hour and 30 minutes'],
    ['tasks:\n  - id: a\n    on_success: { next: e‸nd }', 'end', 'ends this branch'],
    ['agents:\n  - id: a\n    config: { api_‸key: x }', 'api_key', 'A secret: masked'],
    ['schema:\n  input:\n    requ‸ired: [a]', 'required', 'The keys that must be there.'],
    ['tools:\n  - import: ./t.‸yaml', './t.yaml', 'definition in a file of its own\n\nIn `t.yaml`.'],
    ['tools:\n  - import: ./no.‸yaml', './no.yaml', 'leads to nothing'],
    ['tools:\n  - import: ./t.yaml\ntasks:\n  - use: tool:t‸', 'tool:t', 'In `t.yaml`.'],
    ['env: { K‸: secret }', 'K', 'Its value is not shown'],
    ['tasks:\n  - id: a\n    type: decision\n    config: { routes: { h‸i: a } }', 'hi', 'Leads to `a`.'],
    [
      'tasks:\n  - id: ‸a\n    type: parallel\n    retry: { attempts: 2, backoff: fixed, interval: 5s }\n    tasks: [{ id: b }]',
      'a',
      'Holds one task. Retried up to 2 times, first after 5s.',
    ],
  ])('%j', (marked, range, words) => {
    const { analysis, offset, text } = atCursor(marked);
    const hover = hoverAt(analysis, offset, { files: new Map([['t.yaml', 'id: t\nuse: core:http']]) });
    expect(hover?.markdown).toContain(words);
    expect(text.slice(hover?.range.start, hover?.range.end)).toBe(range);
    expect(hover?.markdown).not.toContain('secret }');
  });

  it.each([
    ['on_success', 1, 'on_success', 'When the task has succeeded'],
    ['  action:', 1, 'action', 'Which action'],
    ['gather', 1, 'gather', 'parallel'],
    ['agent:triage', 1, 'agent:triage', 'small'],
    ['first', 2, 'tasks.first', '**Classify** · basic · agent:triage'],
    ['topic', 2, 'tasks.first.output.topic', 'What it is about.'],
    ['upper', 1, 'upper', 'upper(text)'],
    ['id: first', 1, 'first', '**Classify** · basic · agent:triage'],
    ['core:log', 1, 'core:log', 'Reads `level`, `message`, `data`.'],
    ['action: classify', 1, 'classify', 'Classify the ticket.'],
    ['instructions', 1, 'instructions', 'text · required'],
  ] as const)('%s (%i)', (needle, occurrence, range, words) => {
    const { analysis, offset, text } = cursorIn(needle, occurrence);
    const hover = hoverAt(analysis, offset);
    expect(text.slice(hover?.range.start, hover?.range.end)).toBe(range);
    expect(hover?.markdown).toContain(words);
  });

  it('shows where a task leads', () => {
    const { analysis, offset } = cursorIn('first', 2);
    expect(hoverAt(analysis, offset)?.markdown).toContain('→ `gather`');
  });

  it('is silent about plain text', () => {
    const { analysis, offset } = cursorIn('Support');
    expect(hoverAt(analysis, offset)).toBeNull();
  });
});

describe('definition', () => {
  it.each([
    ['gather', 1, '- id: gather'],
    ['agent:triage', 1, '- id: triage'],
    ['classify', 2, '- id: classify'],
    ['first', 2, '- id: first'],
  ] as const)('%s (%i)', (needle, occurrence, start) => {
    const { analysis, offset, text } = cursorIn(needle, occurrence);
    const definition = definitionAt(analysis, offset);
    expect(text.slice(definition?.range.start).startsWith(start)).toBe(true);
    expect(start.endsWith(text.slice(definition?.selection.start, definition?.selection.end))).toBe(true);
  });

  it('is null for what is defined elsewhere', () => {
    const { analysis, offset } = cursorIn('core:log');
    expect(definitionAt(analysis, offset)).toBeNull();
  });
});

describe('outline', () => {
  it('lists sections with their definitions, nested', () => {
    const { analysis, text } = cursorIn('Support');
    const show = (symbols: ReturnType<typeof documentSymbols>, indent = ''): string[] =>
      symbols.flatMap((symbol) => [
        `${indent}${symbol.name} (${symbol.detail}) ${text.slice(symbol.selection.start, symbol.selection.end)}`,
        ...show(symbol.children, `${indent}  `),
      ]);
    expect(show(documentSymbols(analysis))).toEqual([
      'name (Support) name',
      'agents () agents',
      '  triage (core:agent) triage',
      'tasks () tasks',
      '  first (basic · agent:triage) first',
      '  gather (parallel) gather',
      '    inner (basic · core:log) inner',
    ]);
  });

  it('keeps every selection inside its range', () => {
    const { analysis } = atCursor('tasks:\n  - type: basic\n  -\n  - id:\nagents: x‸');
    const check = (symbols: ReturnType<typeof documentSymbols>): void => {
      for (const symbol of symbols) {
        expect(symbol.selection.start).toBeGreaterThanOrEqual(symbol.range.start);
        expect(symbol.selection.end).toBeLessThanOrEqual(symbol.range.end);
        expect(symbol.name).not.toBe('');
        check(symbol.children);
      }
    };
    check(documentSymbols(analysis));
  });
});

describe('places', () => {
  it('give the innermost task of an offset, and the text of a task', () => {
    const inner = cursorIn('core:log');
    expect(nodeAt(inner.analysis, inner.offset)?.id).toBe('inner');
    const outer = cursorIn('parallel');
    expect(nodeAt(outer.analysis, outer.offset)?.id).toBe('gather');
    const none = cursorIn('Support');
    expect(nodeAt(none.analysis, none.offset)).toBeNull();
    const range = rangeOfNode(outer.analysis, 'gather');
    expect(outer.text.slice(range?.start).startsWith('- id: gather')).toBe(true);
    expect(range?.end).toBe(DOCUMENT.trimEnd().length);
  });
});
