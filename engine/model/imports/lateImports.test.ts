import { expect, test, vi } from 'vitest';
import { parseSyntax } from '../../syntax/index.ts';

test('imports cannot be resolved until the code for it is loaded, and then as ever', async () => {
  vi.resetModules();
  const late = await import('./lateImports.ts');
  const { YamlMissing } = await import('../../syntax/index.ts');
  const { resolveImports } = await import('./resolveImports.ts');
  const source = {
    path: 'flows/a.yaml',
    syntax: parseSyntax('agents:\n  - import: ./b.yaml\n'),
    texts: new Map([['flows/b.yaml', 'id: b\nuse: core:agent\n']]),
  };
  expect(() => late.resolveImports(source)).toThrow(YamlMissing);
  await late.loadImports();
  const { workflow, sites } = late.resolveImports(source);
  expect(workflow.agents.map(({ id }) => id)).toEqual(['b']);
  expect({ workflow, sites }).toEqual({
    workflow: resolveImports(source).workflow,
    sites: resolveImports(source).sites,
  });
});
