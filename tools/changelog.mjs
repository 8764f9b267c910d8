/**
 * The form of `CHANGELOG.md`, and what it says of one version: `node tools/changelog.mjs 0.3.0` prints its notes. With `--released`
 * before the version, it is an error if that is not the version of the package or has no date: the release workflow asks so.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './ensure.mjs';

/** The parts of a version, in their order. */
const PARTS = ['Highlights', 'Added', 'Changed', 'Fixed'];

/** The most words of an entry, so that a list of a hundred can be skimmed. */
const MOST_WORDS = 20;

const VERSION = /^## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/;

/** @param {string} text the whole page @param {string} version @returns {string | undefined} the lines below its heading */
export function readNotes(text, version) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => VERSION.exec(line)?.[1] === version);
  if (start < 0) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}

/**
 * The notes of a version that is released now, or why it cannot be.
 * @param {string} text the whole page @param {string} version @param {string} current the version of the package
 * @returns {{ ok: true, notes: string } | { ok: false, problem: string }}
 */
export function readRelease(text, version, current) {
  const notes = readNotes(text, version);
  if (version !== current) return { ok: false, problem: `package.json has the version ${current}, not “${version}”.` };
  if (notes === undefined) return { ok: false, problem: `CHANGELOG.md has no version ${version}.` };
  if (text.includes(`## ${version} (unreleased)`))
    return { ok: false, problem: `CHANGELOG.md says that ${version} is unreleased: write its date.` };
  return { ok: true, notes };
}

/**
 * @param {string} text the whole page
 * @param {string} current the version of the package
 * @returns {readonly string[]} what is wrong, each with its line
 */
export function findChangelogFaults(text, current) {
  const lines = text.split('\n');
  return [...findVersionFaults(lines, current), ...findPartFaults(lines), ...findEntryFaults(lines)];
}

/** Versions go from the newest, which is the package's, to the oldest. @param {readonly string[]} lines @param {string} current */
function findVersionFaults(lines, current) {
  const headings = lines.flatMap((line, index) => (line.startsWith('## ') ? [{ line, index }] : []));
  const versions = headings.map(({ line }) => VERSION.exec(line) ?? []);
  return headings.flatMap(({ index }, at) => {
    const [, version, date] = versions[at] ?? [];
    if (version === undefined) return [`${index + 1}: a version is “## 1.2.3 (2026-01-31)” or “(unreleased)”`];
    if (at === 0) return version === current ? [] : [`${index + 1}: the package is ${current}, not ${version}`];
    if (date === 'unreleased') return [`${index + 1}: ${version} has no date`];
    return isNewer(versions[at - 1]?.[1] ?? '', version)
      ? []
      : [`${index + 1}: ${version} is not older than the one before`];
  });
}

/** @param {string} left @param {string} right */
function isNewer(left, right) {
  return left.localeCompare(right, 'en', { numeric: true }) > 0;
}

/** Each version has some of the parts, in their order, and none is empty. @param {readonly string[]} lines */
function findPartFaults(lines) {
  /** @type {string[]} */
  const faults = [];
  let last = -1;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) last = -1;
    const [, title] = /^###+ (.*)/.exec(line) ?? [];
    if (title === undefined) continue;
    const place = PARTS.indexOf(title);
    if (place < 0) faults.push(`${index + 1}: “${title}” is not one of ${PARTS.join(', ')}`);
    else if (place <= last) faults.push(`${index + 1}: ${title} must come before ${PARTS[last]}`);
    last = Math.max(last, place);
    const next = lines.slice(index + 1).find((other) => other !== '' && !/^\*\*.*\*\*$/.test(other));
    if (next === undefined || !next.startsWith('- ')) faults.push(`${index + 1}: ${title} has no entries`);
  }
  return faults;
}

/** Below the first version there are only headings, names of areas, and entries of one line each. @param {readonly string[]} lines */
function findEntryFaults(lines) {
  const first = lines.findIndex((line) => line.startsWith('## '));
  /** @type {Map<string, number>} */
  const seen = new Map();
  return lines.flatMap((line, index) => {
    if (index < first || line === '' || line.startsWith('#') || /^\*\*[^*]+\*\*$/.test(line)) return [];
    if (!line.startsWith('- ')) return [`${index + 1}: an entry is one line that begins with “- ”`];
    const words = line.slice(2).split(/\s+/).length;
    const before = seen.get(line);
    seen.set(line, index + 1);
    return [
      ...(words > MOST_WORDS ? [`${index + 1}: ${words} words, and at most ${MOST_WORDS}`] : []),
      ...(/[.:]$/.test(line) ? [] : [`${index + 1}: an entry is a sentence`]),
      ...(before === undefined ? [] : [`${index + 1}: the same entry as on line ${before}`]),
    ];
  });
}

/** @param {readonly string[]} args */
function main(args) {
  const text = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  const current = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
  const isRelease = args[0] === '--released';
  const version = args[isRelease ? 1 : 0] ?? '';
  const notes = readNotes(text, version);
  const read = isRelease
    ? readRelease(text, version, current)
    : notes === undefined
      ? { ok: false, problem: `CHANGELOG.md has no version “${version}”.` }
      : { ok: true, notes };
  if ('problem' in read) console.error(read.problem);
  else console.log(read.notes);
  process.exitCode = read.ok ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
