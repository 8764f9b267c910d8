import { expect, test } from 'vitest';
import type { BuiltInTool } from './BuiltInTool.ts';
import { BUILT_INS, builtInNamed, builtInUse, changesSomething, findBuiltIn, verbatimKeys } from './builtIns.ts';

const tools = BUILT_INS.map((tool): [string, BuiltInTool] => [tool.name, tool]);

test('a built-in is found by its name and by each spelling of its use', () => {
  for (const [name, tool] of tools) {
    expect(builtInNamed(name)).toBe(tool);
    for (const use of [builtInUse(tool), `core/${name}`, `core:${name}@1.2`, `core/${name}@^2`])
      expect(findBuiltIn(use)).toBe(tool);
  }
  for (const use of [
    'core:none',
    'core:',
    'http',
    'acme:http',
    'core:agent',
    'core:__proto__',
    'core:http@1@2',
    'mcp:core:http',
  ])
    expect(findBuiltIn(use)).toBeUndefined();
});

test('names and titles are each of one built-in', () => {
  for (const key of ['name', 'title', 'summary'] as const)
    expect(new Set(tools.map(([, tool]) => tool[key])).size).toBe(tools.length);
});

test.each(tools)('%s names only keys that its schemas have, and describes each', (_, tool) => {
  const { config, input, output } = tool.schema;
  const keysOf = ({ properties }: typeof config): readonly string[] => Object.keys(properties ?? {});
  expect(keysOf(config)).toEqual(expect.arrayContaining([...(tool.directConfig ?? [])]));
  expect([...keysOf(config), ...keysOf(input)]).toEqual(expect.arrayContaining([...(tool.verbatim ?? [])]));
  if (typeof tool.changes !== 'string') expect(keysOf(input)).toContain(tool.changes.key);
  if (typeof tool.reach !== 'string') {
    const { address, base, unless } = tool.reach;
    expect(keysOf(input)).toEqual(expect.arrayContaining([address, ...(unless === undefined ? [] : [unless])]));
    if (base !== undefined) expect(keysOf(config)).toContain(base);
  }
  for (const { properties } of [config, input, output])
    for (const property of Object.values(properties ?? {})) expect(property['description']).toMatch(/.\.$/);
});

test.each([
  ['http', {}, false],
  ['http', { method: 'HEAD' }, false],
  ['http', { method: 'POST' }, true],
  ['http', { method: null }, true],
  ['http', null, true],
  ['kv', { op: 'get' }, false],
  ['kv', { op: 'set' }, true],
  ['kv', {}, true],
  ['file', { op: 'list' }, false],
  ['file', { op: 'delete' }, true],
  ['javascript', {}, false],
  ['workflow', {}, true],
] as const)('%s with %j changes something: %s', (name, input, expected) => {
  const tool = builtInNamed(name);
  expect(tool === undefined ? null : changesSomething(tool, input)).toBe(expected);
});

test('code is never a template, in whatever spelling its tool is named', () => {
  for (const use of ['core:javascript', 'core/javascript', 'core:javascript@1'])
    expect(verbatimKeys(use)).toEqual(['code']);
  for (const use of ['core:http', 'tool:javascript', null]) expect(verbatimKeys(use)).toEqual([]);
});
