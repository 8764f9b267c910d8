import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkDoors, MOST_NAMES } from './checkDoors.mjs';

let root = '';

/** A house with two doors, whose app imports what it is given. */
function faultsOf(doors: { engine: readonly string[]; edit: readonly string[] }, taken: string): readonly string[] {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-doors-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const imports = {
    '#engine': './engine/index.ts',
    '#engine/edit': './engine/doors/edit.ts',
    '#engine/testing': './engine/testing/index.ts',
  };
  write('package.json', JSON.stringify({ imports }));
  write('engine/index.ts', `export { ${doors.engine.join(', ')} } from './base/index.ts';\n`);
  write('engine/doors/edit.ts', `export { ${doors.edit.join(', ')} } from '../edit/index.ts';\n`);
  write('app/a.ts', taken);
  return checkDoors(root).faults;
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `name${index}`);

afterEach(() => rmSync(root, { recursive: true, force: true }));

it('lets a door have sixty names', () => {
  const imported = `import { ${names(MOST_NAMES).join(', ')} } from '#engine';\nexport { b } from '#engine/edit';\n`;
  expect(faultsOf({ engine: names(MOST_NAMES), edit: ['b'] }, imported)).toEqual([]);
});

it('finds a door with more', () => {
  const imported = `import { ${names(61).join(', ')} } from '#engine';\nimport type { b } from '#engine/edit';\n`;
  expect(faultsOf({ engine: names(61), edit: ['b'] }, imported)).toEqual(['#engine has 61 names, more than 60']);
});

it('finds a name with two doors, and one that is imported nowhere', () => {
  const imported = "import { a } from '#engine';\nimport { a as b } from '#engine/edit';\n";
  expect(faultsOf({ engine: ['a', 'c'], edit: ['a'] }, imported)).toEqual([
    'c of #engine is imported nowhere',
    'a is at #engine and at #engine/edit',
  ]);
});
