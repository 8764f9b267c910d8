import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the notices are called, in the built site and next to the command line. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** The Apache License 2.0, which packages name by its address alone. */
const APACHE = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'LICENSE');

/** Licence texts that packages are published without: `<name with + for />.txt`, from the repository each names. */
const OWN_TEXTS = path.join(path.dirname(fileURLToPath(import.meta.url)), 'licences');

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl|unlicense|third-?party-?notices)([-.].*)?$/i;

/**
 * @typedef {{ name: string, version: string, licence: string, homepage: string, texts: readonly string[] }} Notice
 * @typedef {{ plugin: () => import('vite').Plugin, add: (ids: readonly string[]) => void, emit: () => import('vite').Plugin }} Notices
 */

/**
 * Collects which packages go into a build and writes their licences next to it. `plugin` is for every bundle that is part
 * of it, workers included; `emit` for the one that is made last. A package without a licence text fails the build.
 * @returns {Notices}
 */
export function createNotices() {
  /** Folders of packages. @type {Set<string>} */
  const folders = new Set();
  /** @param {readonly string[]} ids */
  const add = (ids) => {
    for (const id of ids) {
      const folder = packageFolder(id);
      if (folder !== null) folders.add(folder);
    }
  };
  /** @param {import('rolldown').OutputBundle} bundle */
  const read = (bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') add(file.moduleIds);
      // A font is named by a style sheet alone; its path is from the root of the project.
      else add(file.originalFileNames.map((name) => path.resolve(name)));
    }
  };
  return {
    add,
    plugin: () => ({ name: 'signalbox:notices-read', generateBundle: (_options, bundle) => read(bundle) }),
    emit: () => ({
      name: 'signalbox:notices',
      generateBundle(_options, bundle) {
        read(bundle);
        const notices = [...folders].map(readNotice);
        this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: formatNotices(notices) });
      },
    }),
  };
}

/** The folder of the package a module belongs to; null for our own. @param {string} id */
export function packageFolder(id) {
  const file = id
    .replace(/^\0/, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(file)?.[0] ?? null;
}

/** The notice of a package. Throws where its licence text is missing. @param {string} folder @returns {Notice} */
export function readNotice(folder) {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const own = path.join(OWN_TEXTS, `${name.replace('/', '+')}.txt`);
  const files = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) => path.join(folder, file));
  const texts = (existsSync(own) ? [...files, own] : files).map((file) => readFileSync(file, 'utf8').trim());
  if (texts.length === 0)
    throw new Error(
      `${name} ${version} goes into the build and has no licence file. Put its text into ${path.relative('.', own)}.`,
    );
  const source = homepage ?? repository?.url ?? repository ?? '';
  return { name, version, licence: String(license ?? 'see below'), homepage: String(source), texts };
}

/** @param {readonly Notice[]} notices */
function formatNotices(notices) {
  const sorted = [...notices].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
  const line = '='.repeat(80);
  const sections = sorted.map(({ name, version, licence, homepage, texts }) =>
    [
      line,
      `${name} ${version}`,
      `Licence: ${licence}`,
      ...(homepage === '' ? [] : [homepage]),
      line,
      '',
      texts.join('\n\n'),
    ].join('\n'),
  );
  const apache = [
    line,
    'The Apache License 2.0, which packages above refer to',
    line,
    '',
    readFileSync(APACHE, 'utf8'),
  ];
  const all = sorted.some(({ licence }) => licence.includes('Apache-2.0'))
    ? [...sections, apache.join('\n')]
    : sections;
  return `Signalbox contains these packages, under the licences that follow.\n\n${all.join('\n\n\n')}\n`;
}
