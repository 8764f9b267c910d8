import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkDoors, MOST_NAMES } from './checkDoors.mjs';

let root = '';

/** Writes files by path and answers with the folder that holds them. */
function write(files: Readonly<Record<string, string>>): string {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-doors-')));
  for (const [file, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** The faults of an engine with two doors, whose app imports what it is given. */
function faultsOf(doors: { engine: readonly string[]; edit: readonly string[] }, taken: string): readonly string[] {
  const imports = {
    '#engine': './engine/index.ts',
    '#engine/edit': './engine/doors/edit.ts',
    '#engine/testing': './engine/testing/index.ts',
  };
  const files = {
    'package.json': JSON.stringify({ imports }),
    'engine/index.ts': `export { ${doors.engine.join(', ')} } from './base/index.ts';\n`,
    'engine/doors/edit.ts': `export { ${doors.edit.join(', ')} } from '../edit/index.ts';\n`,
    'app/a.ts': taken,
  };
  return checkDoors(write(files)).faults;
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

it('holds the doors of the session to the same, by the folders that they are in', () => {
  write({
    'app/session/index.ts': `export { ${names(61).join(', ')} } from './store/a.ts';\nexport { undo } from './store/b.ts';\n`,
    'app/session/run/index.ts': "export { b, undo } from './b.ts';\n",
    'app/session/run/b.ts': "import { b } from './index.ts';\n",
    'app/canvas/view/a.ts': `import { ${names(61).join(', ')}, undo } from '../../session/index.ts';\n`,
    'app/a.ts': "import { undo } from './session/run/index.ts';\n",
  });
  expect(checkDoors(root).faults).toEqual([
    'app/session has 62 names, more than 60',
    'undo is at app/session and at app/session/run',
    'b of app/session/run is imported nowhere',
  ]);
});
