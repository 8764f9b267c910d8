import { expect, test } from 'vitest';
import { chooseTests } from './changed.mjs';

const IMPORTS = [
  ['app/main.tsx', 'app/App.tsx'],
  ['app/App.tsx', 'engine/index.ts'],
  ['engine/cli/bin.ts', 'engine/cli/main.ts'],
  ['engine/cli/main.ts', 'engine/index.ts'],
  ['engine/cli/main.test.ts', 'engine/cli/main.ts'],
  ['engine/index.test.ts', 'engine/index.ts'],
  ['e2e/open.spec.ts', 'e2e/opening.ts'],
  ['e2e/opening.ts', 'engine/testing/program/placeProgram.ts'],
  ['e2e/canvas.spec.ts', 'e2e/app.ts'],
].map(([from = '', to = '']) => ({ from, to }));

const TESTS = [
  { file: 'engine/cli/main.test.ts', text: '' },
  { file: 'engine/index.test.ts', text: '' },
  { file: 'tools/docLinks.test.ts', text: "const FOLDERS = ['engine', 'docs'];" },
  { file: 'engine/hosts/toolsDoc.test.ts', text: "read('docs/tools.md')" },
  { file: 'e2e/open.spec.ts', text: '' },
  { file: 'e2e/canvas.spec.ts', text: '' },
];

const choose = (...changed: readonly string[]) => chooseTests(changed, IMPORTS, TESTS);

test('of docs, the tests that read them', () => {
  expect(choose('docs/scale.md')).toEqual({
    units: ['tools/docLinks.test.ts', 'engine/hosts/toolsDoc.test.ts'],
    specs: [],
    hasPackage: false,
  });
});

test('of the command line, its tests and the specs that start it', () => {
  expect(choose('engine/cli/main.ts')).toEqual({
    units: ['engine/cli/main.test.ts'],
    specs: ['e2e/open.spec.ts'],
    hasPackage: true,
  });
});

test('of what the page is made of, all specs', () => {
  expect(choose('engine/index.ts')).toEqual({
    units: ['engine/cli/main.test.ts', 'engine/index.test.ts'],
    specs: null,
    hasPackage: true,
  });
  expect(choose('app/ui/Button.module.css').specs).toBeNull();
});

test('of what specs share, the specs that import it; of a unit test, that one', () => {
  expect(choose('e2e/app.ts')).toEqual({ units: [], specs: ['e2e/canvas.spec.ts'], hasPackage: false });
  expect(choose('engine/index.test.ts')).toEqual({ units: ['engine/index.test.ts'], specs: [], hasPackage: false });
});
