import { beforeEach, expect, test } from 'vitest';
import { collectNotices, resetSession } from '../../session/testSession.ts';
import { loadLanguage } from '../language/languageService.ts';
import { tellReaders } from './PropertyRow.tsx';

const TEXT = `schema: { input: { type: object, properties: { body: { type: string } } } }
tasks:
  - { id: a, type: map, config: { mapping: { t: "{{ workflow.input.text }}", n: "{{ workflow.input.text.length }}" } } }
  - { id: b, type: map, config: { mapping: { p: "{{ workflow.input.plan }}" } } }
`;

beforeEach(async () => {
  await loadLanguage();
  resetSession({ 'a.yaml': TEXT });
});

test.each([
  ['text', 'schema.input', ['2 expressions still read workflow.input.text. Find shows where (Ctrl+Shift+F).']],
  ['plan', 'schema.input', ['1 expression still reads workflow.input.plan. Find shows where (Ctrl+Shift+F).']],
  ['body', 'schema.input', []],
  ['text', 'agents.0.actions.0.output', []],
])('who still reads %s of %s is told', async (name, path, told) => {
  const notices = collectNotices();
  tellReaders(path.split('.'), name);
  // It waits for the language service, which is loaded.
  await loadLanguage();
  await Promise.resolve();
  expect(notices.map(({ message }) => message)).toEqual(told);
});
