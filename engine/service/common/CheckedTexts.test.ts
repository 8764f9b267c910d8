import { expect, test } from 'vitest';
import { err, ok } from '../../base/index.ts';
import type { WorkspaceFiles } from '../../effects/index.ts';
import { CheckedTexts } from './prepareStart.ts';

const none = () => Promise.reject(new Error('not asked for'));

/** Files in memory. */
function filesOf(texts: Readonly<Record<string, string>>): WorkspaceFiles {
  const read = (name: string) => Promise.resolve(texts[name] === undefined ? err(`No ${name}.`) : ok(texts[name]));
  return { read, write: none, remove: none, list: () => Promise.resolve(ok([])) };
}

const MAIN = `tools:
  - { id: get, import: './tools.yaml#get' }
tasks:
  - { id: a, type: basic, use: 'tool:get' }
`;
const TOOLS = 'tools:\n  - { id: get, use: core:hash, schema: { input: {}, output: {} } }\n';

test('a text that nobody has changed is checked once', async () => {
  const texts = new CheckedTexts();
  const first = await texts.read('a.yaml', filesOf({ 'a.yaml': MAIN, 'tools.yaml': TOOLS }));
  const second = await texts.read('a.yaml', filesOf({ 'a.yaml': MAIN, 'tools.yaml': TOOLS }));
  expect(first.ok && second.ok && first.value.checked === second.value.checked).toBe(true);
});

test('a changed text, and one whose import has changed, is checked again', async () => {
  const texts = new CheckedTexts();
  const read = async (main: string, tools: string): Promise<readonly string[]> => {
    const found = await texts.read('a.yaml', filesOf({ 'a.yaml': main, 'tools.yaml': tools }));
    if (!found.ok) throw new Error(found.error);
    return found.value.checked.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  };
  expect(await read(MAIN, TOOLS)).toEqual([]);
  expect(await read(MAIN, TOOLS.replace('id: get', 'id: put'))).not.toEqual([]);
  expect(await read(MAIN, TOOLS)).toEqual([]);
  expect(await read(MAIN.replace('tool:get', 'tool:none'), TOOLS)).not.toEqual([]);
  expect((await texts.read('b.yaml', filesOf({}))).ok).toBe(false);
});
