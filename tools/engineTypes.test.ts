import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeTypes } from './engineTypes.mjs';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-types-'));
  mkdirSync(path.join(folder, 'base'));
  write('index.d.ts', "import type { Text } from './base/text.ts';\nexport declare const text: Text;\n");
  write('base/text.d.ts', "import type { One, Two } from 'package';\nexport type Text = One | Two;\n");
  write('base/unused.d.ts', "import * as all from 'package';\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

test('declarations that nothing needs go, and names of packages are declared in their place', () => {
  closeTypes(folder, 'index.d.ts');
  expect(readdirSync(path.join(folder, 'base'))).toEqual(['text.d.ts']);
  expect(readFileSync(path.join(folder, 'base/text.d.ts'), 'utf8')).toBe(
    'declare class One {\n    private constructor();\n}\ndeclare class Two {\n    private constructor();\n}\nexport type Text = One | Two;\n',
  );
});

test('a declaration that takes a whole package is an error', () => {
  write('index.d.ts', "export * from './base/unused.ts';\n");
  expect(() => closeTypes(folder, 'index.d.ts')).toThrow(/takes types of package/);
});
