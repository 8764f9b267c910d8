import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNotices } from './notices.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * The build of the YAML parser that the browser has, too: that for Node asks the environment about each of its tokens, which takes
 * a fifth of the time to read a file.
 */
export const BROWSER_YAML = path.join(ROOT, 'node_modules/yaml/browser/index.js');

/** @param {string} id of a module; the program itself is no part of it: parts would wait for it, and it waits for them */
function isPart(id) {
  return id.startsWith(path.join(ROOT, 'engine')) && path.basename(id) !== 'bin.ts';
}

/**
 * How the command line is bundled: to files that run on Node without installed packages, of which a command loads those that it needs, and the licences of what is in them.
 * @param {string} outDir
 * @returns {import('vite').InlineConfig}
 */
export function cliBuild(outDir) {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [createNotices().emit()],
    ssr: { noExternal: true, target: 'node' },
    resolve: { alias: { yaml: BROWSER_YAML }, dedupe: ['@ai-sdk/provider', '@ai-sdk/provider-utils', 'zod'] },
    build: {
      ssr: 'engine/cli/bin.ts',
      outDir,
      target: 'node20',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'signalbox.js',
          banner: '#!/usr/bin/env node',
          chunkFileNames: ({ name }) => `parts/${name.split('~')[0]}-[hash].js`,
          // Each file takes time to be found, whatever its size: what every command begins with is one, and so is what the same commands load.
          codeSplitting: {
            groups: [
              { name: 'start', test: isPart, tags: ['$initial'], priority: 1 },
              { name: 'engine', test: isPart, entriesAware: true, entriesAwareMergeThreshold: 2_500 },
            ],
          },
        },
      },
    },
  };
}
