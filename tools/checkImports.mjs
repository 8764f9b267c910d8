/**
 * Runs the import rules over `engine/` and `app/` of a folder (default: here), and looks for `export *`.
 * Prints each violation; exit code 1 with any, or when fewer than one module was read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { importRules } from './importRules.mjs';

/**
 * @param {string} root the folder that holds `engine/` and `app/`
 * @returns {Promise<{ modules: number, violations: { rule: string, from: string, to: string }[] }>}
 */
export async function checkImports(root) {
  const { output } = await cruise(
    ['engine', 'app'],
    {
      baseDir: root,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden: importRules },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.css$' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
        exportsFields: ['exports'],
        conditionNames: ['import', 'browser', 'module', 'default', 'types'],
        mainFields: ['module', 'main', 'types'],
      },
    },
    { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'] },
  );
  if (typeof output === 'string') throw new Error(output);
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: output.summary.totalCruised, violations: [...violations, ...findStarExports(root)] };
}

/** `export *` hides what a door offers; found by text, since the rules above see edges only. @param {string} root */
function findStarExports(root) {
  return ['engine', 'app'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => /^export \*/m.test(readFileSync(path.join(root, folder, file), 'utf8')))
      .map((file) => ({ rule: 'no-star-exports', from: path.join(folder, file), to: 'export *' })),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { modules, violations } = await checkImports(process.cwd());
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  console.log(`${modules} modules read, ${violations.length} violations`);
  process.exitCode = violations.length > 0 || modules === 0 ? 1 : 0;
}
