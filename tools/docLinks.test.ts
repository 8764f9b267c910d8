import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';
import { ENGINE_ROWS, SESSION_ROWS } from './rooms.mjs';

const FOLDERS = ['engine', 'app', 'tools', 'docs', 'bench', 'deploy'];

/** All pages, from the root. */
const PAGES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  ),
];

/** The worked example of how a tool is added names files that are not there. */
const EXAMPLES = new Set(['engine/tools/slug.ts', 'engine/effects/tools/slug.ts']);

/** What is no longer there is told of by name. */
const TELLS_OF_THE_PAST = 'CHANGELOG.md';

function read(page: string): string {
  // Code is no text: what looks like a link there is none.
  return readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/```.*?```/gs, '');
}

const isThere = (place: string): boolean => statSync(path.join(ROOT, place), { throwIfNoEntry: false }) !== undefined;

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** The names of a page's headings, as links have them after `#`. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = read(page).matchAll(/^#+ (.*)$/gm);
  return new Set([...headings].map(([, heading = '']) => toAnchor(heading.trim())));
}

test('there are pages to look at', () => {
  expect(PAGES.length).toBeGreaterThan(90);
});

test.each(PAGES)('%s leads where its links say', (page) => {
  const wrong = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const place = file === '' ? page : path.join(path.dirname(page), file);
    if (!isThere(place)) return [link];
    return anchor === undefined || !place.endsWith('.md') || anchorsOf(place).has(anchor) ? [] : [link];
  });
  expect(wrong).toEqual([]);
});

test.each(PAGES.filter((page) => page !== TELLS_OF_THE_PAST))('%s names files and folders that are there', (page) => {
  const named = [...read(page).matchAll(/`((?:engine|app|tools|e2e|bench|docs|deploy|public)\/[\w./-]+)`/g)];
  const wrong = named.flatMap(([, place = '']) =>
    isThere(place) || isStem(place) || EXAMPLES.has(place) ? [] : [place],
  );
  expect(wrong).toEqual([]);
});

/** Whether files begin with a path: specs are named without their ending, decisions by their number. */
function isStem(place: string): boolean {
  const folder = path.dirname(place);
  const stem = path.basename(place);
  if (!isThere(folder)) return false;
  return readdirSync(path.join(ROOT, folder)).some(
    (name) => name.startsWith(stem) && /^[.-]/.test(name.slice(stem.length)),
  );
}

test('the map of the architecture has every room, in the order in which they may be imported', () => {
  const map = read('docs/architecture.md');
  const rows = [...map.matchAll(/^\| ((?:`\w+`(?: · )?)+) \|/gm)].map(([, rooms = '']) =>
    [...rooms.matchAll(/\w+/g)].map(([room]) => room),
  );
  const engine = new Set(ENGINE_ROWS.flat());
  const drawn = rows.filter((row) => row.some((room) => engine.has(room)));
  // Siblings may be on rows of their own, one after the other.
  expect(drawn.flat()).toEqual(ENGINE_ROWS.flat());
  for (const slice of SESSION_ROWS.flat()) expect(map, slice).toContain(`\`${slice}\``);
});
