import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { build } from 'vite';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { cliBuild } from './cliBuild.mjs';
import { createNotices, NOTICES_FILE } from './notices.mjs';
import { readImports } from './readImports.mjs';
import { bundle, expectAll, expectSite, PATIENCE, ROOT, textOf } from './testingNotices.ts';

/** It has no code of its own, only that of packages behind it. */
const PASSES_ON = 'node_modules/radix-ui/';

const { modules, imports } = readImports(ROOT, ['app', 'engine']);

/** The folders of the packages that some sources import, or what those import; what is imported for its types alone is not there at run time. */
function packagesFrom(entries: readonly string[]): readonly string[] {
  for (const entry of entries) if (!modules.includes(entry)) throw new Error(`There is no ${entry}.`);
  const reached = new Set(entries);
  const packages = new Set<string>();
  for (const module of reached)
    for (const { from, to, isType } of imports) {
      if (from !== module || isType) continue;
      if (!to.startsWith('node_modules/')) reached.add(to);
      else if (to !== PASSES_ON) packages.add(to.replace(/\/$/, ''));
    }
  return [...packages].toSorted();
}

const drafts: string[] = [];
afterAll(() => Promise.all(drafts.map((folder) => rm(folder, { recursive: true, force: true }))));

/** The folder of what `npm test` has built; else it is built here. */
async function built(folder: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  if (process.env['SIGNALBOX_TEST_PROGRAM'] !== undefined && existsSync(join(ROOT, folder, NOTICES_FILE)))
    return join(ROOT, folder);
  const draft = await mkdtemp(join(tmpdir(), 'signalbox-built-'));
  drafts.push(draft);
  await make(draft);
  return draft;
}

/** Whether a name that is imported is a file beside, or a part of Node. */
function isOwn(name: string): boolean {
  return /^(\.{1,2}\/|node:)/.test(name) || builtinModules.includes(name);
}

/** What files of code import: only other files where no package is needed. */
function importedBy(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const { staticImports, dynamicImports } = parseSync(file, text).module;
      const asked = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
      // Computed are names of its own parts alone: those that `holdProgram` loads.
      const named = asked.flatMap((source) => /^(['"])(.*)\1$/.exec(source)?.[2] ?? []);
      return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...named];
    });
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

  // In `npm run test:long` what is named is compared with all that the source maps of both builds name.
  it('name every package that the command line imports, and it needs no other', { timeout: PATIENCE }, async () => {
    const folder = await built('dist-cli', (draft) => build(cliBuild(draft)));
    const packages = packagesFrom(['engine/cli/bin.ts']);
    expect(packages.length).toBeGreaterThan(10);
    await expectAll(readFileSync(join(folder, NOTICES_FILE), 'utf8'), packages);
    expect(importedBy(folder).filter((name) => !isOwn(name))).toEqual([]);
  });

  it('name every package that the site imports, and its fonts', { timeout: PATIENCE }, async () => {
    const config = { root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'silent' } as const;
    const folder = await built('dist', (outDir) => build({ ...config, build: { outDir, emptyOutDir: true } }));
    const packages = packagesFrom(['app/main.tsx']);
    expect(packages.length).toBeGreaterThan(10);
    await expectSite(readFileSync(join(folder, NOTICES_FILE), 'utf8'), packages);
  });
});
