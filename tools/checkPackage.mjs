/**
 * Packs the package of npm, publishes it without sending it, and tries it as a stranger has it: runs it by `npx` in an empty folder, installs
 * it into another one, both without a network, runs the command line, opens a folder, asks for the page, and imports the engine by its types.
 * Holds its size. App, command line and engine must be built (`BUILDS` in `check.mjs`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './ensure.mjs';

/** The largest package, compressed, in bytes. */
const LARGEST = 15_000_000;

/** What a package must not lack: what it is, how it may be used, and the licences of all that is in it. */
const WANTED = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'dist/index.html',
  ...['dist', 'dist-cli', 'dist-engine'].map((folder) => `${folder}/THIRD-PARTY-NOTICES.txt`),
];

/** How long the program may take to print its address, in ms. */
const PATIENCE = 60_000;

const TSC = path.join(ROOT, 'node_modules/.bin/tsc');

/** Runs a program to its end; throws with what it said where it fails. @param {string} folder @param {string} program @param {readonly string[]} args */
function read(folder, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** @param {boolean} isTrue @param {string} what */
function expect(isTrue, what) {
  if (!isTrue) throw new Error(`The package fails: ${what}.`);
}

/** Makes the tarball. @param {string} folder @returns {{ file: string, size: number, count: number }} */
function pack(folder) {
  for (const built of ['dist/index.html', 'dist-cli/signalbox.js', 'dist-engine/engine.js'])
    expect(existsSync(path.join(ROOT, built)), `${built} is missing: build with npm run prepare and npm run prepack`);
  // Scripts would build all of it once more.
  const [packed] = JSON.parse(read(ROOT, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  return { file: path.join(folder, packed.filename), size: packed.size, count: packed.entryCount };
}

/**
 * Publishes the tarball up to the last step. No registry is reached: there is none at that address.
 * @param {string} folder @param {string} file
 */
function publishDry(folder, file) {
  const away = ['--offline', '--registry', 'http://127.0.0.1:9'];
  const said = JSON.parse(read(folder, 'npm', 'publish', file, '--dry-run', '--json', '--ignore-scripts', ...away));
  const { name, files } = said.signalbox ?? said;
  expect(name === 'signalbox', `npm would publish ${name}`);
  /** @type {readonly string[]} */
  const paths = files.map((/** @type {{ path: string }} */ each) => each.path);
  for (const wanted of WANTED) expect(paths.includes(wanted), `${wanted} is not in it`);
  const surplus = paths.filter((each) => !/^(dist|dist-cli|dist-engine)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(each));
  expect(surplus.length === 0, `it holds ${surplus.join(', ')}`);
}

/** Runs the tarball by `npx` as a stranger does: in an empty folder, with a cache of npm in which nothing is. @param {string} folder @param {string} file */
function runByNpx(folder, file) {
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  const from = performance.now();
  const cache = ['--offline', '--cache', path.join(folder, 'cache')];
  const said = read(empty, 'npx', '--yes', ...cache, '--package', file, 'signalbox', '--version').trim();
  console.log(`✓ npx runs it in an empty folder, after ${((performance.now() - from) / 1000).toFixed(1)} s`);
  expect(readdirSync(empty).length === 0, 'npx leaves files in the folder');
  return said;
}

/** @param {string} installed folder of the package */
function checkManifest(installed) {
  const { scripts = {}, ...manifest } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  for (const name of ['preinstall', 'install', 'postinstall'])
    expect(!(name in scripts), `it runs a script when it is installed (${name})`);
  expect(manifest.private === undefined, 'it is private');
  expect(manifest.publishConfig?.provenance === true, 'its provenance would not be published');
  for (const key of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    expect(Object.keys(manifest[key] ?? {}).length === 0, `it has ${key}`);
  return manifest;
}

/** Opens a folder, and asks for the app and the folder as a browser does. @param {string} folder @param {string} flows */
async function tryOpen(folder, flows) {
  const child = spawn(path.join(folder, 'node_modules/.bin/signalbox'), ['open', flows, '--no-open', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  try {
    const address = await readAddress(child.stdout);
    const page = await fetch(new URL('/', address));
    const html = await page.text();
    expect(html.includes('signalbox-folder'), 'the page is not marked as served');
    expect(
      (page.headers.get('content-security-policy') ?? '').includes("default-src 'none'"),
      'the page has no policy',
    );
    for (const [, file = ''] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g))
      expect((await fetch(new URL(file, address))).ok, `the page asks for ${file}, which is not there`);
    const body = JSON.stringify({ token: address.hash.slice('#token='.length) });
    const { key } = await askJson(new URL('/api/session', address), { method: 'POST', body });
    const headers = { Authorization: `Bearer ${key}` };
    const { paths } = await askJson(new URL('/api/folder', address), { headers });
    expect(paths.join() === 'one.yaml', `the folder shows ${paths}`);
    child.kill('SIGINT');
    expect((await ended) === 0, 'it did not end cleanly');
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** @param {URL} address @param {RequestInit} init @returns {Promise<any>} */
async function askJson(address, init) {
  return (await fetch(address, init)).json();
}

/** @param {AsyncIterable<unknown>} out @returns {Promise<URL>} */
async function readAddress(out) {
  let text = '';
  for await (const chunk of out) {
    text += String(chunk);
    const [address] = /http:\S+(?=\n)/.exec(text) ?? [];
    if (address !== undefined) return new URL(address);
  }
  throw new Error(`The package fails: it printed no address, but: ${text}`);
}

/** Runs the example of docs/engine.md, and compiles what uses the types. @param {string} folder */
function tryEngine(folder) {
  const doc = readFileSync(path.join(ROOT, 'docs/engine.md'), 'utf8');
  /** @param {string} language */
  const blockOf = (language) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(doc)?.[1] ?? '';
  writeFileSync(path.join(folder, 'example.mjs'), blockOf('js'));
  const printed = read(folder, process.execPath, 'example.mjs');
  expect(printed === blockOf('text'), `the example of docs/engine.md prints\n${printed}`);
  writeFileSync(path.join(folder, 'typed.mts'), TYPED);
  for (const way of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']])
    read(folder, TSC, '--noEmit', '--strict', '--target', 'es2023', '--types', '', '--module', ...way, 'typed.mts');
  writeFileSync(path.join(folder, 'wrong.mts'), `${TYPED}analyze(5, '');\n`);
  const wrong = spawnSync(TSC, ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', 'wrong.mts'], {
    cwd: folder,
  });
  expect(wrong.status !== 0, 'its types let everything pass');
}

const TYPED = `import { advance, analyze, createRun, type Diagnostic, effectiveWorkflow, type RunEvent } from 'signalbox/engine';
const run = createRun(effectiveWorkflow(analyze('a.yaml', 'tasks: []')));
export const events: readonly RunEvent[] = advance(run, { type: 'run.cancelled', at: 0 }).events;
export const codeOf = ({ code }: Diagnostic): string => code;
`;

/** Tries the package; throws where anything of it fails. */
export async function checkPackage() {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-package-'));
  try {
    const { file, size, count } = pack(folder);
    console.log(
      `${size > LARGEST ? '✗' : '✓'} the package: ${(size / 1e6).toFixed(2)} of ${LARGEST / 1e6} MB in ${count} files`,
    );
    expect(size <= LARGEST, 'it is too large');
    publishDry(folder, file);
    const byNpx = runByNpx(folder, file);
    writeFileSync(path.join(folder, 'package.json'), '{"private": true}\n');
    // Scripts of packages are printed as they begin.
    const log = read(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--foreground-scripts', file);
    expect(!log.includes('> '), `its installation runs a script: ${log}`);
    const { version } = checkManifest(path.join(folder, 'node_modules/signalbox'));
    expect(byNpx === version, `npx says ${byNpx}, and not ${version}`);
    const said = read(folder, 'npx', '--offline', '--no-install', 'signalbox', '--version').trim();
    expect(said === version, `npx signalbox --version says ${said}, and not ${version}`);
    const flows = path.join(folder, 'flows');
    mkdirSync(flows);
    writeFileSync(path.join(flows, 'one.yaml'), 'tasks: []\n');
    await tryOpen(folder, flows);
    tryEngine(folder);
    console.log('✓ the package is installed without a network, opens a folder, and its engine can be imported');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await checkPackage();
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
