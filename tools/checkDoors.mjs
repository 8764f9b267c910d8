/**
 * Checks the doors of the engine, the `#engine…` imports of package.json, and those of the app's session: each has at most
 * 60 names, no name has two doors, and each name of a file that is a door and nothing else is imported through it. Prints
 * each fault; exit code 1 with any, or when there is no door.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

/** Most names at one door: what a person can look through. */
export const MOST_NAMES = 60;

/** For tests alone, which take what they need. */
const TESTING = '#engine/testing';

/** Doors that are nothing else: the index of a room serves rooms of the engine too. */
const DOORS_ALONE = /engine\/(index|doors\/[^/]+)\.ts$/;

/** Who imports through the doors. */
const VISITORS = ['app', 'bench', 'e2e', 'tools'];

/** The room of the app that has doors: its own, and those of some of its slices. */
const SESSION = 'app/session';

/**
 * @param {string} root the folder that holds package.json
 * @returns {{ doors: number, faults: readonly string[] }}
 */
export function checkDoors(root) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const doors = Object.entries(/** @type {Record<string, string>} */ (manifest.imports ?? {}))
    .filter(([door]) => door.startsWith('#engine') && door !== TESTING)
    .map(([door, file]) => ({
      door,
      names: readExports(path.join(root, file)),
      isAlone: DOORS_ALONE.test(file),
    }))
    .concat(
      listSources(root, SESSION)
        .filter(isDoor)
        .map((file) => toSessionDoor(root, file)),
    );
  const used = findUsed(root);
  /** @type {Map<string, string>} */
  const doorOf = new Map();
  const faults = doors.flatMap(({ door, names, isAlone }) => [
    ...(names.length > MOST_NAMES ? [`${door} has ${names.length} names, more than ${MOST_NAMES}`] : []),
    ...names.flatMap((name) => {
      // The session has its own undo, over the engine's.
      const key = `${roomOf(door)} ${name}`;
      const other = doorOf.get(key);
      doorOf.set(key, door);
      return other === undefined ? [] : [`${name} is at ${other} and at ${door}`];
    }),
    ...names
      .filter((name) => isAlone && !used.has(`${door} ${name}`))
      .map((name) => `${name} of ${door} is imported nowhere`),
  ]);
  return { doors: doors.length, faults };
}

/** @param {string} door */
function roomOf(door) {
  return door.startsWith(SESSION) ? SESSION : '#engine';
}

/** @param {string} file */
function isDoor(file) {
  return path.basename(file) === 'index.ts';
}

/** @param {string} root @param {string} file */
function toSessionDoor(root, file) {
  return { door: path.relative(root, path.dirname(file)), names: readExports(file), isAlone: true };
}

/** @param {string} file */
function readExports(file) {
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  return module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? ''));
}

/** Each `door name` that a source imports or exports again. @param {string} root */
function findUsed(root) {
  /** @type {Set<string>} */
  const used = new Set();
  for (const file of VISITORS.flatMap((folder) => listSources(root, folder))) {
    const source = readFileSync(file, 'utf8');
    if (!source.includes("'#engine") && !source.includes('session/')) continue;
    const { module } = parseSync(file, source);
    const doorOf = (/** @type {string} */ request) => findDoor(root, file, request);
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries) used.add(`${doorOf(moduleRequest.value)} ${importName.name}`);
    for (const { moduleRequest, importName } of module.staticExports.flatMap(({ entries }) => entries))
      if (moduleRequest) used.add(`${doorOf(moduleRequest.value)} ${importName.name}`);
  }
  return used;
}

/** What a door is called: as it is imported, or by its folder where that is a path. A slice that imports its own door is no use of it. */
function findDoor(/** @type {string} */ root, /** @type {string} */ file, /** @type {string} */ request) {
  const isInside = path.relative(root, file).startsWith(`${SESSION}/`);
  if (!request.startsWith('.') || isInside) return request;
  return path.relative(root, path.dirname(path.resolve(path.dirname(file), request)));
}

/** @param {string} root @param {string} folder @returns {readonly string[]} */
function listSources(root, folder) {
  try {
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => path.join(root, folder, file));
  } catch {
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { doors, faults } = checkDoors(process.cwd());
  for (const fault of faults) console.error(fault);
  console.log(`${doors} doors read, ${faults.length} faults`);
  process.exitCode = faults.length > 0 || doors === 0 ? 1 : 0;
}
