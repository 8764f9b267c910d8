/** Bundles the command line to one file, `dist-cli/signalbox.js`, which runs on Node without installed packages. A folder may be given. */
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @param {string} outDir @returns {Promise<string>} path of the bundle */
async function buildCli(outDir) {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    resolve: { dedupe: ['@ai-sdk/provider', '@ai-sdk/provider-utils', 'zod'] },
    build: {
      ssr: 'engine/cli/bin.ts',
      outDir,
      target: 'node20',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'signalbox.js', banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  });
  const file = path.join(outDir, 'signalbox.js');
  chmodSync(file, 0o755);
  return file;
}

await buildCli(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist-cli')));
