import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Row } from './Row.ts';
import { measureChecking } from './rows/checking.ts';
import { measureEditing } from './rows/editing.ts';
import { measureEvents } from './rows/events.ts';
import { measureExpressions } from './rows/expressions.ts';
import { measureHistory } from './rows/history.ts';
import { measureJournal } from './rows/journal.ts';
import { measureLoading } from './rows/loading.ts';
import { measurePeer, PEERS } from './rows/peers.ts';
import { measureRecall } from './rows/recall.ts';
import { measureReopening } from './rows/reopening.ts';
import { measureResuming } from './rows/resuming.ts';
import { measureFloor, measureLength } from './rows/runs.ts';
import { measureStopping } from './rows/stopping.ts';
import { measureVectors } from './rows/vectors.ts';
import { measureWatching } from './rows/watching.ts';
import { KINDS } from './runs/loads.ts';
import { formatResults, formatTable } from './table.ts';

/** What can be measured, by name. `site` is the folder of a build of the app. */
const GROUPS: Readonly<Record<string, (site: string) => readonly Row[] | Promise<readonly Row[]>>> = {
  editing: measureEditing,
  checking: measureChecking,
  expressions: measureExpressions,
  ...Object.fromEntries(KINDS.map((kind) => [`runs.floor.${kind}`, () => [measureFloor(kind)]])),
  'runs.floor.length': async () => [await measureLength()],
  ...Object.fromEntries(
    PEERS.flatMap((peer) => KINDS.map((kind) => [`runs.${peer.id}.${kind}`, () => measurePeer(peer, kind)])),
  ),
  loading: measureLoading,
  stopping: measureStopping,
  journal: measureJournal,
  events: measureEvents,
  watching: measureWatching,
  resuming: measureResuming,
  reopening: measureReopening,
  history: measureHistory,
  vectors: measureVectors,
  recall: measureRecall,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { site: { type: 'string', default: '' }, results: { type: 'string', default: '' } },
});
const names = positionals.length === 0 ? Object.keys(GROUPS) : positionals.flatMap(groupsOf);
const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  if (process.send !== undefined) rows.push(...((await GROUPS[name]?.(values.site)) ?? []));
  else {
    const found = await measureApart(name);
    if (found.length > 0) console.log(`• ${name}`);
    rows.push(...found);
  }
}
if (process.send === undefined) report();
else process.send(rows, () => process.exit());

/** A group, or all that belong to a name: `runs.flowed.chain`, `runs.flowed`, `runs`. */
function groupsOf(name: string): readonly string[] {
  if (process.send !== undefined) return [name];
  const found = Object.keys(GROUPS).filter((group) => group === name || group.startsWith(`${name}.`));
  return found.length === 0 ? [name] : found;
}

/** Measures a group in a separate process: what other groups left in memory, compiled or not, does not affect it. */
function measureApart(name: string): Promise<readonly Row[]> {
  const child = fork(fileURLToPath(import.meta.url), [name, '--site', values.site]);
  return new Promise((resolve, reject) => {
    child.once('message', (found) => resolve(found as readonly Row[])); // What this same file sends.
    child.once('exit', (code) => reject(new Error(`The group ${name} ended with code ${code}.`)));
  });
}

function report(): void {
  console.log(`\n${formatTable(rows)}\n`);
  if (positionals.length === 0) writeFileSync(values.results, formatResults(rows, new Date()));
  const promises = rows.filter(({ isKept }) => isKept !== null);
  const missed = promises.filter(({ isKept }) => isKept === false).length;
  console.log(`${promises.length - missed} of ${promises.length} promises kept`);
  process.exitCode = missed === 0 ? 0 : 1;
}
