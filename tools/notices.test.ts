import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { cliBuild } from './cliBuild.mjs';
import { createNotices, NOTICES_FILE } from './notices.mjs';

const ROOT = resolve(import.meta.dirname, '..');

/** A build takes some seconds, and many times that on a busy machine. */
const PATIENCE = 180_000;

type Output = Rolldown.RolldownOutput['output'];

async function bundle(config: InlineConfig): Promise<Output> {
  const built = await build({
    ...config,
    logLevel: 'silent',
    build: { ...config.build, write: false, sourcemap: true },
  });
  if (!('output' in built)) throw new Error('one output was expected');
  return built.output;
}

function textOf(output: Output, name: string): string {
  const file = output.find(({ fileName }) => fileName === name);
  return file?.type === 'asset' ? String(file.source) : '';
}

/** The folders of the packages that source maps name: they know nothing of how the notices are made. */
function packagesOf(output: Output): readonly string[] {
  const sources = output.flatMap((file) => {
    if (file.type === 'chunk') return file.map?.sources ?? [];
    return file.fileName.endsWith('.map') ? (JSON.parse(String(file.source)) as { sources: string[] }).sources : [];
  });
  const folders = sources.flatMap(
    (source) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(source) ?? [],
  );
  return [...new Set(folders)].filter((folder) => !folder.includes('\0')).toSorted();
}

async function expectAll(notices: string, packages: readonly string[]): Promise<void> {
  for (const folder of packages) {
    const { name, version } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
    expect(notices, folder).toContain(`\n${name} ${version}\n`);
    const licence = (await readdir(join(ROOT, folder))).find((file) => /^(licen[cs]e|ofl)/i.test(file));
    const own = join(ROOT, 'tools/licences', `${name.replace('/', '+')}.txt`);
    const text = await readFile(licence === undefined ? own : join(ROOT, folder, licence), 'utf8');
    expect(notices, folder).toContain(text.trim());
  }
}

describe('the notices of third parties', () => {
  let folder = '';
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function bundlePackage(files: Readonly<Record<string, string>>): Promise<string> {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-notices-'));
    const all = {
      'entry.js': 'import "lib"; import "lib/style.css";',
      'node_modules/lib/style.css': 'a { color: red }',
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const config = { root: folder, configFile: false as const, plugins: [createNotices().emit()] };
    return textOf(
      await bundle({ ...config, build: { rolldownOptions: { input: join(folder, 'entry.js') } } }),
      NOTICES_FILE,
    );
  }

  const LIB = {
    'node_modules/lib/package.json': '{ "name": "lib", "version": "1.2.3", "license": "MIT", "main": "index.js" }',
    'node_modules/lib/index.js': 'globalThis.lib = 1;',
  };

  it('hold the licence of a package that is bundled, and every notice beside it', async () => {
    const notices = await bundlePackage({
      ...LIB,
      'node_modules/lib/LICENSE-MIT': 'As MIT says.',
      'node_modules/lib/ThirdPartyNotices.txt': 'And others.',
      'node_modules/other/package.json': '{ "name": "other", "version": "1.0.0" }',
    });
    expect(notices).toContain('\nlib 1.2.3\nLicence: MIT\n');
    expect(notices).toContain('As MIT says.\n\nAnd others.');
    expect(notices).not.toContain('other 1.0.0');
  });

  it('fail a build with a package that has none', async () => {
    await expect(bundlePackage(LIB)).rejects.toThrow(/lib 1\.2\.3 goes into the build and has no licence file/);
  });

  it('name everything in the command line, which needs no other package', { timeout: PATIENCE }, async () => {
    const output = await bundle(cliBuild(join(tmpdir(), 'signalbox-nowhere')));
    const packages = packagesOf(output);
    expect(packages.length).toBeGreaterThan(20);
    await expectAll(textOf(output, NOTICES_FILE), packages);
    const imported = output.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []));
    const parts = new Set(output.map(({ fileName }) => fileName));
    expect(
      imported.filter((name) => !parts.has(name) && !name.startsWith('node:') && !builtinModules.includes(name)),
    ).toEqual([]);
  });

  it('name everything in the site: workers, the sandbox and fonts, too', { timeout: PATIENCE }, async () => {
    const output = await bundle({ root: ROOT, configFile: join(ROOT, 'vite.config.ts') });
    const packages = packagesOf(output);
    expect(packages.length).toBeGreaterThan(60);
    const notices = textOf(output, NOTICES_FILE);
    await expectAll(notices, packages);
    // What no source map names.
    await expectAll(notices, [
      'node_modules/@fontsource-variable/inter',
      'node_modules/@fontsource-variable/jetbrains-mono',
      'node_modules/@jitl/quickjs-singlefile-mjs-release-sync',
      'node_modules/monaco-editor',
      'node_modules/lucide-react',
    ]);
    expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(notices).toContain('The icon font "codicon"');
    expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
  });
});
