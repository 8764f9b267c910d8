/** `npm run check`: formatting, types, lint, import rules, source rules, dead exports. Unit tests follow unless `--static` is given. */
import { pathToFileURL } from 'node:url';
import { ensurePackages, run } from './ensure.mjs';
import { runSideBySide } from './testing/sideBySide.mjs';

/** @typedef {import('./testing/sideBySide.mjs').Task} Task */

/** What the compiler knows of a project is kept, so that it looks again at what has changed. @param {string} project @returns {Task} */
function types(project) {
  const kept = `node_modules/.cache/types/${project.replaceAll('/', '.')}.tsbuildinfo`;
  return {
    name: `types of ${project}`,
    command: ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', kept],
  };
}

/** Those that take longest come first. @type {readonly Task[]} */
export const STATIC_CHECKS = [
  { name: 'lint and types', command: ['oxlint', '--deny-warnings', '--type-check'] },
  { name: 'dead exports', command: ['knip', '--cache'] },
  { name: 'formatting', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // Code that must do with fewer globals than its folder: without those of a page, of Node, or of both.
  ...['engine/tsconfig.worker.json', 'engine/tsconfig.pure.json', 'app/offline/worker/tsconfig.json'].map(types),
  { name: 'source rules', command: ['node', 'tools/checkSources.mjs'] },
  { name: 'import rules', command: ['node', 'tools/checkImports.mjs'] },
  { name: 'doors', command: ['node', 'tools/checkDoors.mjs'] },
];

/** Builds what tests and package are made of. `proves`: the static check that a build makes in passing. @type {readonly (Task & { proves?: string })[]} */
export const BUILDS = [
  { name: 'the app', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'the size of the app', command: ['node', 'tools/checkSize.mjs'], after: ['the app'] },
  { name: 'the command line', command: ['node', 'tools/build-cli.mjs'] },
  {
    name: 'the engine, with its types',
    command: ['node', 'tools/build-engine.mjs'],
    proves: 'types of engine/tsconfig.pure.json',
  },
];

/** @type {Task} */
export const PACKAGE = {
  name: 'the package, installed and tried',
  command: ['node', 'tools/checkPackage.mjs'],
  after: ['the app', 'the command line', 'the engine, with its types'],
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensurePackages();
  const { failed } = await runSideBySide(STATIC_CHECKS);
  const isStatic = process.argv.includes('--static');
  if (failed > 0 || (!isStatic && !run('vitest', ['run']))) process.exitCode = 1;
}
