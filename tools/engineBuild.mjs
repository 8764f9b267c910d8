import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNotices } from './notices.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * How the engine is bundled for other programs: to one file without dependencies, and the licences of what is in it.
 * @param {string} outDir
 * @returns {import('vite').InlineConfig}
 */
export function engineBuild(outDir) {
  return {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [createNotices().emit()],
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: 'engine/doors/library.ts',
      outDir,
      target: 'es2023',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'engine.js', codeSplitting: false } },
    },
  };
}
