/** `npm run check`: formatting, types, lint, import rules, source rules, dead exports. Unit tests follow unless `--static` is given. */
import { pathToFileURL } from 'node:url';
import { ensurePackages, run } from './ensure.mjs';

/** @type {readonly { name: string, command: readonly [string, ...string[]] }[]} */
const STATIC_CHECKS = [
  { name: 'formatting', command: ['biome', 'check', '--error-on-warnings', '.'] },
  ...[
    'engine/tsconfig.json',
    'engine/tsconfig.worker.json',
    'engine/tsconfig.node.json',
    'engine/tsconfig.test.json',
    'app/tsconfig.json',
    'app/offline/worker/tsconfig.json',
    'e2e/tsconfig.json',
    'tools/tsconfig.json',
    'bench/tsconfig.check.json',
  ].map((project) => /** @type {const} */ ({ name: `types of ${project}`, command: ['tsc', '-p', project] })),
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'import rules', command: ['node', 'tools/checkImports.mjs'] },
  { name: 'doors', command: ['node', 'tools/checkDoors.mjs'] },
  { name: 'source rules', command: ['node', 'tools/checkSources.mjs'] },
  { name: 'dead exports', command: ['knip'] },
];

/** Runs every static check, also after a failure. @returns {{ passed: number, failed: number }} */
export function runStaticChecks() {
  let failed = 0;
  for (const { name, command } of STATIC_CHECKS) {
    const [program, ...args] = command;
    console.log(`• ${name}`);
    if (!run(program, args)) {
      failed += 1;
      console.error(`✗ ${name}`);
    }
  }
  return { passed: STATIC_CHECKS.length - failed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensurePackages();
  const { failed } = runStaticChecks();
  const isStatic = process.argv.includes('--static');
  if (failed > 0 || (!isStatic && !run('vitest', ['run']))) process.exitCode = 1;
}
