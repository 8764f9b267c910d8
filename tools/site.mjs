/**
 * Builds the site: a first page with a run of a sample, the docs with a search, and the app, whose examples open from the docs.
 * All of it is files for any host and any folder. `npm run site` writes it to `dist-site`; another folder may be given.
 */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { cliBuild } from './cliBuild.mjs';
import { giveUp, ROOT, runBeside } from './ensure.mjs';

/** Where the sources of this repository can be read, as GitHub tells its workflows. @param {NodeJS.ProcessEnv} env */
function sourceAddress({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit }) {
  return server && repository && commit ? `${server}/${repository}/blob/${commit}/` : null;
}

/**
 * What `site/writeSite.ts` exports; it is of the app, which this folder does not compile.
 * @typedef {{ root: string, source: string | null, events: readonly unknown[] }} Sources
 * @typedef {{ writeSite: (sources: Sources) => Promise<ReadonlyMap<string, string>>, FONTS: readonly { file: string }[], SAMPLE: string }} Site
 */

/** Bundles what writes the site, and imports it. @param {string} folder @returns {Promise<Site>} */
async function loadSite(folder) {
  const file = path.join(folder, 'writeSite.mjs');
  const bundle = await rolldown({
    input: path.join(ROOT, 'site/writeSite.ts'),
    platform: 'node',
    // What is drawn has no use for names of classes.
    plugins: [{ name: 'no-styles', load: (id) => (id.endsWith('.css') ? 'export default {}' : null) }],
    moduleTypes: { '.css': 'js' },
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return import(pathToFileURL(file).href);
}

/** The script of the pages. @returns {Promise<string>} */
async function bundleClient() {
  const bundle = await rolldown({ input: path.join(ROOT, 'site/client.ts') });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return output[0].code;
}

/** Runs the sample as the command line does, in the time that its made-up models take. @param {string} folder @param {string} sample */
async function recordRun(folder, sample) {
  const events = path.join(folder, 'events.jsonl');
  await build(cliBuild(path.join(folder, 'cli')));
  const program = path.join(folder, 'cli/signalbox.js');
  const args = [program, 'run', path.join(ROOT, sample), '--seed', '1', '--events', events];
  const { isGreen, output } = await runBeside(process.execPath, args);
  if (!isGreen) giveUp(`The run of ${sample}, which the first page of the site plays, has failed:\n${output}`);
  const lines = (await readFile(events, 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The headers of the app, for hosts that read them from the root of the site alone. @param {string} out */
async function headersBelowApp(out) {
  const headers = await readFile(path.join(out, 'app/_headers'), 'utf8');
  return headers.replace(/^\//gm, '/app/');
}

/** @param {string} out */
async function buildSite(out) {
  const folder = await mkdtemp(path.join(tmpdir(), 'signalbox-site-'));
  try {
    await rm(out, { recursive: true, force: true });
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: path.join(out, 'app') } });
    const { writeSite, FONTS, SAMPLE } = await loadSite(folder);
    const events = await recordRun(folder, SAMPLE);
    const texts = await writeSite({ root: ROOT, source: sourceAddress(process.env), events });
    for (const [file, text] of [...texts, /** @type {const} */ (['site.js', await bundleClient()])])
      await writeInto(path.join(out, file), text);
    await copyInto(path.join(ROOT, 'docs/signalbox.png'), path.join(out, 'docs/signalbox.png'));
    await writeInto(path.join(out, '_headers'), await headersBelowApp(out));
    for (const { file } of FONTS)
      await copyInto(path.join(ROOT, 'node_modules', file), path.join(out, 'fonts', path.basename(file)));
    console.log(`${texts.size} texts, and the app, are in ${path.relative(process.cwd(), out) || out}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @param {string} text */
async function writeInto(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** @param {string} from @param {string} to */
async function copyInto(from, to) {
  await mkdir(path.dirname(to), { recursive: true });
  await copyFile(from, to);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildSite(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist-site')));
