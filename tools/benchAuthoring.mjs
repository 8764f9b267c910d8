/**
 * `npm run bench:authoring`: bundles `bench/authoring` (Node 20 runs no TypeScript) and proves its tasks, or judges answers to them with
 * `-- --answers DIR`, or asks a model with `-- --model PROVIDER/MODEL`. Exit code 1 where a task does not hold.
 */
import path from 'node:path';
import { BROWSER_YAML } from './cliBuild.mjs';
import { ensurePackages, ROOT, run } from './ensure.mjs';

ensurePackages();
const { build } = await import('vite');
const outDir = path.join(ROOT, 'node_modules/.cache/authoring');
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  resolve: { alias: { yaml: BROWSER_YAML }, dedupe: ['@ai-sdk/provider', '@ai-sdk/provider-utils', 'zod'] },
  build: {
    ssr: 'bench/authoring/main.ts',
    outDir,
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
const held = run('node', [path.join(outDir, 'main.js'), path.join(ROOT, 'bench/authoring'), ...process.argv.slice(2)]);
if (!held) process.exitCode = 1;
