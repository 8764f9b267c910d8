import { expect, it } from 'vitest';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { importedFiles } from './analysis.ts';

const found = (path: string) => [...importedFiles(session.getState(), path).keys()];

it('finds what a file imports, and what that imports, and nothing else', () => {
  resetSession({
    'main.yaml': 'tasks: [{ id: a, import: ./lib/a.yaml }]',
    'lib/a.yaml': 'type: basic\nimport: ./b.yaml',
    'lib/b.yaml': 'use: core:log',
    'other.yaml': 'tasks: []',
  });
  expect(found('main.yaml')).toEqual(['lib/a.yaml', 'lib/b.yaml']);
  expect(found('other.yaml')).toEqual([]);
  expect(found('gone.yaml')).toEqual([]);
});

it('finds the packages that tasks, agents and tools use, and where one is missing those that are there', () => {
  resetSession({
    'main.yaml': 'tools: [{ id: a, use: "acme:b" }]\ntasks: [{ id: t, type: basic, use: "acme:c@^1" }]',
    'missing.yaml': 'tasks: [{ id: t, type: basic, use: "acme:c@3" }]',
    'packages/acme/b.yaml': 'use: core:log',
    'packages/acme/c@1.0.0.yaml': 'use: core:log',
    'packages/acme/c@1.1.0.yaml': 'use: core:log',
    'packages/acme/c@2.0.0.yaml': 'use: core:log',
  });
  expect(found('main.yaml')).toEqual(['packages/acme/b.yaml', 'packages/acme/c@1.1.0.yaml']);
  expect(found('missing.yaml')).toHaveLength(3);
});
