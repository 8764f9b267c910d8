import path from 'node:path';
import { build } from 'rolldown';

const QUERY = '?sandbox';

/**
 * Makes of `import url from './thread.ts?sandbox'` the URL of that module, bundled with all it imports into one `data:` URL.
 * A worker of such a URL has a separate origin: it shares no storage with the site.
 * @param {(ids: readonly string[]) => void} [onModules] receives the files that went into it
 * @returns {import('vite').Plugin}
 */
export function sandboxUrl(onModules = () => undefined) {
  return {
    name: 'signalbox:sandbox-url',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null;
      const resolved = await this.resolve(source.slice(0, -QUERY.length), importer, { skipSelf: true });
      return resolved === null ? null : `${resolved.id}${QUERY}`;
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { code, files } = await bundle(id.slice(0, -QUERY.length));
      for (const file of files) this.addWatchFile(file);
      onModules(files);
      const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
      return `export default ${JSON.stringify(url)};`;
    },
  };
}

/** @param {string} input @returns {Promise<{ code: string, files: readonly string[] }>} */
async function bundle(input) {
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    // QuickJS asks for it in Node alone.
    external: ['module'],
    output: { format: 'es', minify: true, codeSplitting: false },
  });
  const [chunk, ...others] = output;
  if (others.length > 0)
    throw new Error(`${input} does not fit into one file: ${others.map((it) => it.fileName).join(', ')}`);
  // A module that rolldown makes up has no path.
  return { code: chunk.code, files: chunk.moduleIds.filter((id) => path.isAbsolute(id)) };
}
