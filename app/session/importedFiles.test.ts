import { expect, it } from 'vitest';
import { importedFiles } from './importedFiles.ts';
import { session } from './store.ts';
import { resetSession } from './testSession.ts';

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
