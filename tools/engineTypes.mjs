import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What another file, or a package, gives to a file of declarations. */
const SOURCE = /(?:\bfrom\s+|import\(\s*)['"]([^'"]+)['"]/g;

const PACKAGE_IMPORT = /^import (?:type )?\{ ([\w, ]+) \} from '[^.'][^']*';$/gm;

/**
 * Leaves of a folder of declarations what one of them needs, and makes the types of bundled packages opaque: who installs the
 * engine has none of these packages. Throws where a declaration takes more than names of a package.
 *
 * @param {string} folder @param {string} entry path of the declarations that are imported, below the folder
 */
export function closeTypes(folder, entry) {
  const needed = new Set([path.join(folder, entry)]);
  for (const file of needed) {
    const text = readFileSync(file, 'utf8');
    const own = text.replaceAll(PACKAGE_IMPORT, (_, /** @type {string} */ names) =>
      names
        .split(', ')
        .map((name) => `declare class ${name} {\n    private constructor();\n}`)
        .join('\n'),
    );
    if (own !== text) writeFileSync(file, own);
    for (const [, source = ''] of own.matchAll(SOURCE)) {
      if (!source.startsWith('.'))
        throw new Error(`${file} takes types of ${source}, which is bundled: keep them out of it.`);
      needed.add(path.resolve(path.dirname(file), source).replace(/\.ts$/, '.d.ts'));
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
  }
}
