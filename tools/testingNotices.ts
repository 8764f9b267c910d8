/** For the tests of the notices: what is bundled, and what they must have. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { expect } from 'vitest';

export const ROOT = resolve(import.meta.dirname, '..');

/** A build takes some seconds, and many times that on a busy machine. */
export const PATIENCE = 180_000;

export type Output = Rolldown.RolldownOutput['output'];

/** What a build writes, with source maps; nothing is written. */
export async function bundle(config: InlineConfig): Promise<Output> {
  const built = await build({
    ...config,
    logLevel: 'silent',
    build: { ...config.build, write: false, sourcemap: true },
  });
  if (!('output' in built)) throw new Error('one output was expected');
  return built.output;
}

/** The text of one of its files that is no code; empty where there is none. */
export function textOf(output: Output, name: string): string {
  const file = output.find(({ fileName }) => fileName === name);
  return file?.type === 'asset' ? String(file.source) : '';
}

/** Expects the notices to name packages, each in its version and with its licence. @param packages folders from the root */
export async function expectAll(notices: string, packages: readonly string[]): Promise<void> {
  for (const folder of packages) {
    const { name, version } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
    expect(notices, folder).toContain(`\n${name} ${version}\n`);
    const licence = (await readdir(join(ROOT, folder))).find((file) => /^(licen[cs]e|ofl)/i.test(file));
    const own = join(ROOT, 'tools/licences', `${name.replace('/', '+')}.txt`);
    const text = await readFile(licence === undefined ? own : join(ROOT, folder, licence), 'utf8');
    expect(notices, folder).toContain(text.trim());
  }
}

/** What the site has, and no import names. */
const UNNAMED = [
  'node_modules/@fontsource-variable/inter',
  'node_modules/@fontsource-variable/jetbrains-mono',
  'node_modules/@jitl/quickjs-singlefile-mjs-release-sync',
  'node_modules/monaco-editor',
  'node_modules/lucide-react',
];

/** Expects the notices of the site to have packages, and what belongs to no import. */
export async function expectSite(notices: string, packages: readonly string[]): Promise<void> {
  await expectAll(notices, [...packages, ...UNNAMED]);
  expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(notices).toContain('The icon font "codicon"');
  expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
}
