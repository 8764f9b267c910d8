import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from './Problem.ts';

/** Names the served folder in the page, by which the app knows that it is served. */
const MARK = 'signalbox-folder';

/** The file that tells hosts of the built app which headers to send. */
const HEADERS_FILE = '_headers';

/**
 * What keeps the app without its server, and installs it. A port is another folder's by tomorrow, and a page without its
 * server has no folder: neither is for here (docs/decisions/0049).
 */
const OFFLINE_FILES: ReadonlySet<string> = new Set(['sw.js', 'manifest.webmanifest']);

const MANIFEST_LINK = /\s*<link rel="manifest"[^>]*>/;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.yaml': 'text/yaml; charset=utf-8',
};

type Headers = Readonly<Record<string, string>>;

/** A file of the built app as it is sent. */
export interface AppFile {
  readonly headers: Headers;
  readonly body: Uint8Array | string;
}

/** The files of the built app. What is asked for is looked up in a list made at the start: no path is put together. */
export class AppFiles {
  readonly #folder: string;
  readonly #mark: string;
  readonly #names: ReadonlySet<string>;
  readonly #rules: ReadonlyMap<string, Headers>;

  /**
   * Lists the files. Throws an `Error` for the user where the app was not built.
   *
   * @param folder that holds `index.html` @param folderId what the page calls the served folder
   */
  constructor(folder: string, folderId: string) {
    this.#folder = folder;
    this.#mark = `<meta name="${MARK}" content="${folderId}">`;
    try {
      this.#rules = parseHeaders(readFileSync(path.join(folder, HEADERS_FILE), 'utf8'));
      this.#names = new Set(listFiles(folder).filter((name) => name !== HEADERS_FILE && !OFFLINE_FILES.has(name)));
    } catch (error) {
      throw new Error(`The app is not in ${folder}. Build it there first: npm run build.`, { cause: error });
    }
  }

  /** A file by the path of its address. Rejects with a {@link Problem} where there is none. */
  async read(address: string): Promise<AppFile> {
    const name = address === '/' ? 'index.html' : decode(address.slice(1));
    if (name === null || !this.#names.has(name))
      throw new Problem('NOT_FOUND', `There is nothing at ${address}. The app is at /.`);
    const bytes = await readFile(path.join(this.#folder, name));
    const headers = {
      ...this.headersOf(`/${name}`),
      'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream',
      // The names of what is in these folders say their content.
      'Cache-Control': /^(assets|sandbox)\//.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    if (name !== 'index.html') return { headers, body: bytes };
    return { headers, body: this.#toServed(bytes.toString('utf8')) };
  }

  #toServed(page: string): string {
    return page.replace(MANIFEST_LINK, '').replace('</head>', `${this.#mark}</head>`);
  }

  /** The security headers of an answer: those of the page where there are none for its path. */
  headersOf(address: string): Headers {
    const own = [...this.#rules].filter(
      ([pattern]) => pattern.endsWith('/*') && address.startsWith(pattern.slice(0, -1)),
    );
    return Object.assign({}, this.#rules.get('/'), ...own.map(([, headers]) => headers));
  }
}

/** What a `_headers` file says, by the pattern of each rule. */
function parseHeaders(text: string): ReadonlyMap<string, Headers> {
  const rules = new Map<string, Record<string, string>>();
  let pattern = '';
  for (const line of text.split('\n')) {
    const [, name, value] = /^ +([\w-]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.set(pattern, { ...rules.get(pattern), [name]: value });
    else pattern = line.trim();
  }
  return rules;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')] : [],
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
