/**
 * Reads who imports what, from the module records of the parser: static, dynamic and type imports, re-exports, and files
 * named by `new URL('…', import.meta.url)` as workers are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * One import. `to` is a path below the root, `node_modules/<package>/` for a package, or the specifier itself when nothing is found.
 * `isType` where only types are imported: nothing of it is left at run time.
 * @typedef {{ from: string, to: string, isResolved: boolean, isType: boolean }} Import
 * @typedef {{ modules: readonly string[], imports: readonly Import[], starExports: readonly string[] }} ImportGraph
 */

/**
 * @param {string} root the folder that holds the folders
 * @param {readonly string[]} folders
 * @returns {ImportGraph}
 */
export function readImports(root, folders) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const aliases = readAliases(manifest.imports ?? {});
  const modules = listModules(root, folders);
  const read = modules.map((from) => ({ from, ...readModule(path.join(root, from)) }));
  const imports = read.flatMap(({ from, specifiers }) =>
    specifiers.map(({ specifier, isType }) => ({
      from,
      isType,
      ...resolve(root, from, { specifier, aliases }),
    })),
  );
  return { modules, imports, starExports: read.filter(({ hasStar }) => hasStar).map(({ from }) => from) };
}

/** The doors of a manifest; of one that is another file in browsers, the file that all other programs have. @param {Readonly<Record<string, string | { default: string }>>} imports @returns {Readonly<Record<string, string>>} */
function readAliases(imports) {
  return Object.fromEntries(
    Object.entries(imports).map(([name, file]) => [name, typeof file === 'string' ? file : file.default]),
  );
}

/** The sources below some folders, as paths from the root. @param {string} root @param {readonly string[]} folders */
export function listModules(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  );
}

/** @param {string} file */
function readModule(file) {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end));
  const workers = [...source.matchAll(/new URL\(\s*(['"][^'"]+['"]),\s*import\.meta\.url/g)].map(
    (match) => match[1] ?? '',
  );
  const named = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...exports.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, isType }] : [],
    ),
    ...[...dynamic, ...workers]
      .filter((text) => /^['"]/.test(text))
      .map((text) => ({ specifier: text.slice(1, -1), isType: false })),
  ];
  const specifiers = [...new Set(named.map(({ specifier }) => specifier))].map((specifier) => ({
    specifier,
    isType: named.every((each) => each.specifier !== specifier || each.isType),
  }));
  const hasStar = exports.some(({ importName }) => importName.kind === 'AllButDefault' || importName.kind === 'All');
  return { specifiers, hasStar };
}

/**
 * @param {string} root @param {string} from
 * @param {{ specifier: string, aliases: Readonly<Record<string, string>> }} request
 * @returns {{ to: string, isResolved: boolean }}
 */
function resolve(root, from, { specifier, aliases }) {
  const plain = specifier.replace(/\?.*$/, '');
  const alias = aliases[plain];
  if (alias !== undefined || plain.startsWith('.')) {
    const to = path.posix.normalize(alias ?? path.posix.join(path.posix.dirname(from), plain));
    return { to, isResolved: existsSync(path.join(root, to)) };
  }
  if (plain.startsWith('node:')) return { to: plain, isResolved: true };
  const name = plain.split('/', plain.startsWith('@') ? 2 : 1).join('/');
  const to = `node_modules/${name}/`;
  return { to, isResolved: existsSync(path.join(root, to)) };
}
