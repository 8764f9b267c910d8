import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSources } from './checkSources.mjs';

let root = '';

/** What is found in one file of an otherwise empty house. */
function faultsIn(file: string, source: string): readonly string[] {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-sources-')));
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), source);
  return checkSources(root, [file.split('/')[0] ?? '']).faults.map(({ rule, line }) => `${rule}:${line}`);
}

/** A function that makes a port. */
function opens(made: string): string {
  return `export function openPort(): Port {\n  return ${made};\n}\n`;
}

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('source rules', () => {
  it('have the sign for what a class keeps to itself', () => {
    const source = 'class A {\n  private b = 1;\n  private c(): number {\n    return this.b;\n  }\n}\n';
    expect(faultsIn('app/ui/a.ts', source)).toEqual(['privacy-is-a-sign:2', 'privacy-is-a-sign:3']);
  });

  it('have the keyword where a constructor is private, and where a snapshot reads fields by name', () => {
    expect(faultsIn('app/ui/a.ts', 'class A {\n  #b = 1;\n  private constructor() {}\n}\n')).toEqual([]);
    expect(faultsIn('engine/run/state/A.ts', 'class A {\n  private b = 1;\n}\n')).toEqual([]);
  });

  it('have plain words in comments and messages, and may have any name', () => {
    const source = [
      '/** Nobody waits for it. */',
      'export const beside = `A file ${1} goes on beside it`;',
      "export const said = { anew: 'It begins anew.', mend: 'mend' };",
      '// `stands` is a word of code.',
    ].join('\n');
    expect(faultsIn('app/ui/a.ts', source)).toEqual([
      'plain-words:1',
      'plain-words:2',
      'plain-words:2',
      'plain-words:3',
    ]);
    expect(faultsIn('engine/run/a.ts', source)).toEqual(['plain-words:1']);
    expect(faultsIn('engine/testing/a.ts', source)).toEqual(['plain-words:1']);
    expect(faultsIn('app/ui/a.test.ts', source)).toEqual([]);
  });

  it('let no module of the engine hold state', () => {
    expect(faultsIn('engine/edit/a.ts', 'export let a = 1;\nlet b = 2;\nconst c = 3;\n')).toEqual([
      'no-module-state:1',
      'no-module-state:2',
    ]);
    expect(faultsIn('engine/hosts/worker/a.ts', 'let b = 2;\n')).toEqual([]);
    expect(faultsIn('engine/edit/a.ts', 'export function a() {\n  let b = 1;\n  return b++;\n}\n')).toEqual([]);
  });

  it('let nothing but the driver feed the machine and take its effects', () => {
    const feeding = "import { advance, type Run } from '../../run/index.ts';\n";
    expect(faultsIn('engine/hosts/node/a.ts', feeding)).toEqual(['driver-feeds:1']);
    expect(faultsIn('engine/hosts/node/a.test.ts', feeding)).toEqual(['driver-feeds:1']);
    expect(faultsIn('engine/service/a.ts', 'tracked.feed(a);\nthis.#tracked.feed(b);\ndriver.feed(c);\n')).toEqual([
      'driver-feeds:1',
      'driver-feeds:2',
    ]);
    const effects = "switch (a.type) {\n  case 'effect.abort':\n    break;\n  case 'tool.call':\n}\n";
    expect(faultsIn('engine/testing/a.ts', effects)).toEqual(['driver-feeds:2']);
    for (const room of ['run', 'driver']) expect(faultsIn(`engine/${room}/a.ts`, feeding + effects)).toEqual([]);
  });

  it('let no interface have a single class beside it', () => {
    const port = 'export interface Port {\n  send(): void;\n}\n';
    const live = 'class LivePort implements Port {\n  send(): void {}\n}\n';
    expect(faultsIn('app/platform/a.ts', port + live + opens('new LivePort()'))).toEqual([
      'no-interface-of-one-class:1',
    ]);
    expect(faultsIn('app/platform/a.ts', port + live + opens('{ send() {} }'))).toEqual([]);
    expect(faultsIn('app/platform/a.ts', port + live + live.replace('Live', 'Idle'))).toEqual([]);
    expect(faultsIn('app/platform/a.ts', port)).toEqual([]);
  });
});
