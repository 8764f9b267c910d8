/**
 * Holds the build to its budgets of JavaScript: what a first visit loads before it asks for Monaco, and what the engine's
 * worker loads before a document needs more. Counts each file once with all it imports statically, compressed by gzip.
 * Also sees to it that no file imports the first file of a worker, which WebKit would execute a second time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';
import { ROOT } from './ensure.mjs';

/**
 * @typedef {{ name: string, limit: number, roots: (dist: string) => string[], inline?: (dist: string) => string }} Budget
 *   limit in bytes, gzipped; `inline` are scripts that are in no file of their own
 * @typedef {{ name: string, limit: number, size: number, files: readonly { file: string, size: number }[] }} Measure
 */

/** @type {readonly Budget[]} */
export const BUDGETS = [
  // 277: what cards say of a run, how they look from afar, the status in the minimap, what was cut off,
  // and an SVG that opens as a workflow are on the first screen.
  // Another 2 kB, here and in the worker, read a text without the YAML library's tokens, in a sixth of the time.
  // 0.9 kB are the form's way to a waiting task, the ghost of what a wire is drawn to, and the way into the runs inside of two runs.
  // 0.9 kB are what is kept of servers, where a run on screen is executed, and what says of a command that a server cannot do it.
  // 6.3 kB lead lines around cards, find their words a place and give each route its port: without them the first screen has no lines.
  // 1.1 kB are the actions that find text and show the outline, and the way of the form to a field that was found.
  // 0.2 kB say of a card that it is disabled.
  // 0.8 kB are the way to the service worker, to files that the system opens with the app, to archives, and what the bar says of them.
  // 1.5 kB give the focus on the canvas to what is selected, lead back to it, and go from pane to pane by keys.
  // 0.4 kB draw once for a part of the canvas what was drawn again for each step of its view.
  // 1.4 kB are what of a run failed and for how many items, which cards say, and the actions that read values, show items and retry them.
  // 0.4 kB are the key that shows lineage, and values of a run that are dropped on a card.
  // 0.9 kB lead lines along the lanes that the layout left for them.
  // 0.4 kB are the way to the address of what is on screen, which is read and kept once the first screen is there.
  // 0.6 kB are the key that answers a wait, the bar with Run next to Stop, and the way from a field to an editor of code.
  // 0.8 kB give a click right after a zoom to the card under it, keep a tapped card clear of the toolbar, and call tasks by name in what is said of a run.
  // 1.6 kB are notes: their place in the layout, in the selection and among the nodes, what tells of those that cannot be read,
  // and their actions with those that align, collapse all and arrange the selection. What draws and changes them comes with the first.
  // 0.2 kB tell tests of workflows from workflows, and 0.4 kB are the action that saves a run as one.
  // 0.3 kB are the panel of breakpoints in the rail, and the card that says why its task failed while the run asks.
  // 0.2 kB are the way to the table of all runs.
  // 0.4 kB are the action that offers a report of a run, and which run that is of.
  // 0.2 kB are the action and the setting that let notifications tell of runs.
  // 0.8 kB mute breakpoints, remove them and say what each does, and tell next to Run how many tasks are pinned.
  // 1.1 kB are frames: what of them is read and told of, their place in the selection, and the action that makes one. What places,
  // draws and changes them comes with the first.
  // 0.2 kB are the actions that find words in a run, and run it again with its input.
  // 0.1 kB are the action that skips what a run waits for by the clock.
  // 0.3 kB are the way to the panel of tests, and the run of a test on screen.
  // 0.6 kB are the way to what the last runs do on an edited text, and the action that continues a run on it.
  // 0.8 kB read and draw the first tasks of a large file while the worker reads the rest.
  // 0.6 kB leave cards where they are while a workflow is edited.
  // 0.5 kB hold the view where a person moved it while it follows a run, and the way to what follows, and to requests that are sent again.
  // 0.6 kB keep what is typed while the layout changes, settings and places of cards over a reload, and a card that is pressed while it moves.
  // 0.3 kB say on a line how often it was taken, how far the clock of a run is ahead, and why a run cannot be repeated.
  // 0.4 kB are the way to what tells a wrong argument as it is written, how often tests take a line, and a double click right after a zoom.
  // 0.5 kB tell a run that only waits from one that works, say so aloud, and let the topmost dialog alone take Escape.
  // 0.1 kB read what is imported, within its bounds, apart from merging it.
  // 0.5 kB say on a card how often its task ran, in how many rounds it failed, and of a step that the run only waits.
  // 2.2 kB are the script inside of the page that says why the app is not on screen, what tells of an engine that did not start, copying
  // over plain HTTP, and boundaries around late parts of bars. What reads folders and tells of lost databases is loaded later for them.
  // 33.4 kB less, since the YAML library comes right after the first screen.
  // 11.4 kB less, since the actions come right after the first screen, which has those that it draws.
  // 3.8 kB less, since what moves the view by steps comes later.
  // 3.6 kB less, since what resolves imports comes with the YAML library.
  // 1 kB less, since what starts a run comes with the actions.
  // 0.8 kB less, since the actions are one file with all that they consist of: it had the names of thirty.
  { name: 'the page before Monaco', limit: 248_900, roots: readPage, inline: readInline },
  // 2.4 kB of it execute a family of runs: rows, locks and calls of those that a run starts; the rest of that is loaded with the first one.
  // Another 0.5 kB is the machine's part of breakpoints and pins in them, and 0.6 kB records interruptions and what was made again.
  // Another 0.6 kB holds signals to the schema of their wait, and tells the wait's words to whoever answers.
  // 0.5 kB are the way to servers of runs, whose requests and streams are loaded with the first one.
  // 7.5 kB less, since all of it is one file next to the worker's first one.
  // 0.2 kB are disabled tasks: the end of one, its key in the schema, and the check of a workflow of them.
  // 1.1 kB hold a failure until a person has answered it, and tell whether something would handle it.
  // 0.4 kB store the facts of a run as it ends, and ask the history; what gathers and reads them is loaded with the first run and question.
  // 0.3 kB count how often a breakpoint was met, and write its text.
  // 0.2 kB make due what a step waits for by the clock.
  // 0.6 kB tell which way expressions go, for coverage, and are the way to backtests and to forks with another text.
  // 0.2 kB are the ways to drills, to mutations and to expectations that are updated: all of that is loaded with the first question.
  // 0.3 kB ask a model again with a message that a person changed.
  // 0.1 kB parse the next parts of a large text while the page handles the last ones.
  // 0.3 kB are the way to what sends a request again.
  // 0.5 kB put the clock of a run, and of those below it, forward while they only wait.
  // 0.3 kB ask other tabs what their runs wait for.
  // 0.2 kB are the way into runs of servers, the time of a run by its clock, and the checks that virtual time passes by.
  // 0.3 kB say what a page over plain HTTP cannot do, for which what hashes is loaded with the first hash.
  // 33.5 kB less, since the YAML library comes with the first call that needs it.
  { name: 'the engine in its worker', limit: 130_500, roots: findWorker },
];

/**
 * Measures a build by every budget.
 * @param {string} dist folder of the build @param {readonly Budget[]} budgets @returns {Measure[]}
 */
export function measureBuild(dist, budgets = BUDGETS) {
  return budgets.map(({ name, limit, roots, inline }) => {
    const files = listClosure(dist, roots(dist)).map((file) => ({
      file,
      size: gzipSync(readFileSync(path.join(dist, file))).length,
    }));
    if (inline) files.push({ file: 'in index.html', size: gzipSync(inline(dist)).length });
    return { name, limit, size: files.reduce((sum, file) => sum + file.size, 0), files };
  });
}

/** Scripts of the page. @param {string} dist */
function readPage(dist) {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  return required(
    'a script in index.html',
    [...html.matchAll(/<script[^>]+src="\.?\/?([^"]+)"/g)].flatMap(([, file]) => file ?? []),
  );
}

/** Scripts inside of the page. @param {string} dist */
function readInline(dist) {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].flatMap(([, code]) => code ?? []);
  return required('the script inside of index.html', scripts).join('');
}

/** @param {string} dist */
function findWorker(dist) {
  const found = readdirSync(path.join(dist, 'assets')).filter((file) => /^engine\.worker-.*\.js$/.test(file));
  return required(
    'the engine.worker file',
    found.map((file) => `assets/${file}`),
  );
}

/** A budget that measures nothing would always hold. @param {string} what @param {string[]} files */
function required(what, files) {
  if (files.length === 0)
    throw new Error(`The build has lost ${what}: run vite build, then look at tools/checkSize.mjs.`);
  return files;
}

/** Files with all they import statically, each once. @param {string} dist @param {string[]} roots */
function listClosure(dist, roots) {
  const closure = new Set(roots);
  for (const file of closure) {
    for (const imported of listImports(dist, file)) closure.add(imported);
  }
  return [...closure];
}

/** What a file imports statically, from the folder of the build. @param {string} dist @param {string} file */
function listImports(dist, file) {
  const { module } = parseSync(file, readFileSync(path.join(dist, file), 'utf8'));
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []));
  const requests = [...module.staticImports.map((each) => each.moduleRequest), ...exported];
  return requests.map(({ value }) => path.posix.join(path.posix.dirname(file), value));
}

/**
 * The files that import the first file of a worker.
 * @param {string} dist @returns {readonly string[]} a message for each
 */
export function findWorkerImports(dist) {
  const files = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js'));
  return files.flatMap((file) =>
    listImports(dist, `assets/${file}`)
      .filter((imported) => /\.worker-[^/]*\.js$/.test(imported))
      .map((imported) => `assets/${file} imports ${imported}, which WebKit executes again: see vite.config.ts.`),
  );
}

/** Prints the sizes of a build and their budgets. @param {string} dist @returns {boolean} true when every budget holds and no worker is imported */
export function checkSize(dist) {
  const measures = measureBuild(dist);
  for (const { name, size, limit, files } of measures) {
    const isOver = size > limit;
    console.log(`${isOver ? '✗' : '✓'} ${name}: ${toKilobytes(size)} of ${toKilobytes(limit)} kB gzip`);
    if (isOver) {
      const largest = files.toSorted((a, b) => b.size - a.size).slice(0, 8);
      for (const file of largest) console.log(`    ${toKilobytes(file.size)} kB  ${file.file}`);
    }
  }
  const imports = findWorkerImports(dist);
  for (const message of imports) console.log(`✗ ${message}`);
  return imports.length === 0 && measures.every(({ size, limit }) => size <= limit);
}

/** @param {number} bytes */
function toKilobytes(bytes) {
  return (bytes / 1000).toFixed(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!checkSize(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist')))) process.exitCode = 1;
}
