import { expect, test } from 'vitest';
import { analyze } from '#engine';
import { completionsAt } from '#engine/language';
import { resetSession } from '../../session/testSession.ts';
import type { Completer } from '../../ui/index.ts';
import { bareCompleterFor, completeDraft, completerFor } from './completerFor.ts';

const analysis = analyze(
  'w.yaml',
  `schema:
  input:
    type: object
    properties: {text: {type: string}}
tasks:
  - id: read
    type: basic
    with:
      plain: x
      single: 'x'
      double: "x"
      literal: |
        x
  - id: it's odd
    type: basic
`,
);

/** Completes a draft at the mark and answers the draft after the first suggestion was taken. */
function take(field: string, draft: string): string | undefined {
  const caret = draft.indexOf('▮');
  const text = draft.replace('▮', '');
  const path = ['tasks', 0, 'with', field];
  const [first] = completeDraft(analysis, { path, text, caret, context: { variables: ['API_TOKEN'] } }, completionsAt);
  return first && text.slice(0, first.start) + first.insert + text.slice(first.end);
}

test.each(['plain', 'single', 'double', 'literal', 'absent'])('completes in a %s text', (field) => {
  expect(take(field, '{{ workf▮ }}')).toBe('{{ workflow }}');
  expect(take(field, 'Say "hi" {{ workflow.input.te▮ }}')).toBe('Say "hi" {{ workflow.input.text }}');
  expect(take(field, '{{ env.API▮')).toBe('{{ env.API_TOKEN');
});

test('a key that is no name is put in brackets', () => {
  expect(take('plain', '{{ tasks.i▮ }}')).toBe("{{ tasks['it\\'s odd'] }}");
});

test('what is written already is not suggested', () => {
  expect(take('plain', '{{ workflow▮ }}')).toBeUndefined();
});

test('says what a value was in the run on show', () => {
  const context = { lastValues: (root: string) => (root === 'workflow' ? { input: { text: 'Hello' } } : undefined) };
  const text = '{{ workflow.input.';
  const path = ['tasks', 0, 'with', 'plain'];
  const [first] = completeDraft(analysis, { path, text, caret: text.length, context }, completionsAt);
  expect(`${first?.detail} ${first?.documentation}`).toContain('Hello');
});

async function labelsOf(complete: Completer, text: string): Promise<readonly string[]> {
  return (await complete(text, text.length)).map(({ label }) => label);
}

test('completes a field of the open file inside of braces alone, and an expression without them anywhere', async () => {
  resetSession({ 'w.yaml': analysis.syntax.text });
  const path = ['tasks', 0, 'with', 'plain'];
  expect(await labelsOf(completerFor(path), '{{ workf')).toContain('workflow');
  for (const outside of ['workf', '{{ input }} workf']) expect(await labelsOf(completerFor(path), outside)).toEqual([]);
  expect(await labelsOf(bareCompleterFor(['tasks', 0, 'config', 'condition']), 'workf')).toContain('workflow');
});
