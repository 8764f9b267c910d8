import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { ROOT } from './ensure.mjs';

/** What the service worker is called; next to the page, so that it answers for all of the site. */
export const WORKER_FILE = 'sw.js';

const WORKER_SOURCE = 'app/offline/worker/service.worker.ts';

/** What is for hosts and for other programs, and not for the app itself. */
const NOT_KEPT = /^(_headers$|404\.html$|schema\/)|\.map$/;

/**
 * Names the build and gives it its service worker: the list of its files goes into the worker, the name of the version into
 * worker and page. Nothing of it is there under the dev server.
 * @returns {import('vite').Plugin}
 */
export function offline() {
  let publicFolder = '';
  return {
    name: 'signalbox:offline',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html to name its version in.');
        /** @type {Map<string, string | Uint8Array>} */
        const files = new Map(
          listFiles(publicFolder).map((name) => [name, readFileSync(path.join(publicFolder, name))]),
        );
        for (const file of Object.values(bundle))
          files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        const kept = [...files].filter(([name]) => !NOT_KEPT.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
        const version = hash(kept);
        page.source = String(page.source).replace(
          '</head>',
          `  <meta name="signalbox-release" content="${version}">\n  </head>`,
        );
        const release = { version, files: kept.map(([name]) => (name === 'index.html' ? '' : name)) };
        this.emitFile({ type: 'asset', fileName: WORKER_FILE, source: await bundleWorker(release) });
      },
    },
  };
}

/** One file without imports, in which `RELEASE` is the release. @param {{ version: string, files: readonly string[] }} release */
async function bundleWorker(release) {
  const { output } = await build({
    input: path.join(ROOT, WORKER_SOURCE),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  return `const RELEASE=${JSON.stringify(release)};\n${output[0].code}`;
}

/** @param {readonly (readonly [string, string | Uint8Array])[]} files sorted by name */
function hash(files) {
  const sum = createHash('sha256');
  for (const [name, content] of files) sum.update(`${name}\n`).update(createHash('sha256').update(content).digest());
  return sum.digest('hex').slice(0, 16);
}

/** @param {string} folder */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')] : [],
  );
}
