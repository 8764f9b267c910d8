import { expect, test } from 'vitest';
import { applyChange, INITIAL_STATE } from '../store/store.ts';
import { areTools, keepTools, namedTools } from './mcpTools.ts';

const TOOL = { name: 'add', description: 'Adds.', inputSchema: { properties: { a: {}, b: {} } }, outputSchema: null };
const SERVER = { name: 'desk', url: 'http://a.test/', headers: [] };

test('tools are named as a task names them, with the keys of their input', () => {
  const mcpTools = new Map([['desk', [TOOL, { ...TOOL, name: 'now', inputSchema: null }]]]);
  const state = applyChange(INITIAL_STATE, { workspace: { mcpTools } });
  expect(namedTools(state).map(({ use, inputs }) => [use, inputs])).toEqual([
    ['mcp:desk/add', ['a', 'b']],
    ['mcp:desk/now', []],
  ]);
  expect(namedTools(state)).toBe(namedTools(state));
});

test('tools are forgotten with their server, and when it has another address', () => {
  const tools = new Map([['desk', [TOOL]]]);
  expect(keepTools(tools, [SERVER], [{ ...SERVER, headers: [['a', 'b']] }])).toBe(tools);
  expect(keepTools(tools, [SERVER], [{ ...SERVER, url: 'http://b.test/' }]).size).toBe(0);
  expect(keepTools(tools, [SERVER], []).size).toBe(0);
});

test('what is kept and is no list of tools is left out', () => {
  expect(areTools([TOOL])).toBe(true);
  for (const value of [null, {}, [{ name: 'x' }], [{ ...TOOL, description: 3 }], ['add']])
    expect(areTools(value)).toBe(false);
});
