import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Row } from './Row.ts';
import { measureCanvas } from './rows/canvas.ts';
import { measureChanges } from './rows/changes.ts';
import { measureChecking, measureLargeFiles } from './rows/checking.ts';
import { measureEditing } from './rows/editing.ts';
import { measureEvents } from './rows/events.ts';
import { measureExpressions } from './rows/expressions.ts';
import { measureFinding } from './rows/finding.ts';
import { measureHistory } from './rows/history.ts';
import { measureJournal } from './rows/journal.ts';
import { measureLayout } from './rows/layout.ts';
import { measureLive } from './rows/live.ts';
import { measureLoading } from './rows/loading.ts';
import { measureNodeMemory, measureWorkerMemory } from './rows/memory.ts';
import { measureOpening } from './rows/opening.ts';
import { measurePeer, PEERS } from './rows/peers.ts';
import { measureProof } from './rows/proof.ts';
import { measureProposals } from './rows/proposals.ts';
import { measureItems, measureSearching, measureValues } from './rows/reading.ts';
import { measureRecall } from './rows/recall.ts';
import { measureReopening } from './rows/reopening.ts';
import { measureReopeningOnNode } from './rows/reopeningOnNode.ts';
import { measureRestate } from './rows/restate.ts';
import { measureWorkers } from './rows/restateWorkers.ts';
import { measureResuming } from './rows/resuming.ts';
import { measureFloor, measureLength } from './rows/runs.ts';
import { measurePageScrubbing, measureViewScrubbing } from './rows/scrubbing.ts';
import { measureServing } from './rows/serving.ts';
import { measureSnapshots } from './rows/snapshots.ts';
import { measureStopping } from './rows/stopping.ts';
import { measureVectors } from './rows/vectors.ts';
import { measureWatching } from './rows/watching.ts';
import { KINDS } from './runs/loads.ts';
import { formatResults, formatTable, mergeResults } from './table.ts';

/** What can be measured, by name. `site` is the folder of a build of the app. */
const GROUPS: Readonly<Record<string, (site: string) => readonly Row[] | Promise<readonly Row[]>>> = {
  changes: measureChanges,
  checking: measureChecking,
  'checking.large': measureLargeFiles,
  'reopening.worker': measureReopening,
  'reopening.node': measureReopeningOnNode,
  snapshots: measureSnapshots,
  'memory.worker': measureWorkerMemory,
  'memory.node': measureNodeMemory,
  'scrubbing.view': measureViewScrubbing,
  'scrubbing.page': measurePageScrubbing,
  ...Object.fromEntries(KINDS.map((kind) => [`runs.floor.${kind}`, () => [measureFloor(kind)]])),
  'runs.floor.length': async () => [await measureLength()],
  ...Object.fromEntries(
    PEERS.flatMap((peer) => KINDS.map((kind) => [`runs.${peer.id}.${kind}`, () => measurePeer(peer, kind)])),
  ),
  editing: measureEditing,
  expressions: measureExpressions,
  'canvas.1000': (site) => measureCanvas(site, 1_000),
  'canvas.10000': (site) => measureCanvas(site, 10_000),
  'canvas.layout': measureLayout,
  opening: measureOpening,
  finding: measureFinding,
  loading: measureLoading,
  stopping: measureStopping,
  journal: measureJournal,
  events: measureEvents,
  live: measureLive,
  proposals: measureProposals,
  watching: measureWatching,
  'reading.search': measureSearching,
  'reading.items': measureItems,
  'reading.value': measureValues,
  resuming: measureResuming,
  history: measureHistory,
  vectors: measureVectors,
  recall: measureRecall,
  restate: measureRestate,
  'restate.workers': measureWorkers,
  serving: measureServing,
  proof: measureProof,
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
/** Groups without rows yet. */
const missing = new Set(names);
// Not awaited here: parts of the engine that are loaded when they are needed wait for this module.
void (process.send === undefined ? measureAll() : measureHere());

async function measureAll(): Promise<void> {
  for (const name of names) await measureNext(name);
  // Rows that are measured alone take the place of those that were kept.
  if (positionals.length > 0) writeFileSync(values.results, mergeResults(readFileSync(values.results, 'utf8'), rows));
  report();
}

async function measureHere(): Promise<void> {
  for (const name of names) rows.push(...((await GROUPS[name]?.(values.site)) ?? []));
  process.send?.(rows, () => process.exit());
}

/** A group that fails leaves the others their results. */
async function measureNext(name: string): Promise<void> {
  try {
    const found = await measureApart(name);
    if (found.length > 0) console.log(`• ${name}`);
    rows.push(...found);
    missing.delete(name);
  } catch (error) {
    console.error(`✗ ${name}: ${String(error)}`);
  }
  // After each: what was measured stays when the bench is interrupted.
  if (positionals.length === 0) writeFileSync(values.results, formatResults({ rows, missing }, new Date()));
}

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
  const promises = rows.filter(({ isKept }) => isKept !== null);
  const missed = promises.filter(({ isKept }) => isKept === false).length;
  if (missing.size > 0) console.log(`Not measured: ${[...missing].join(', ')}`);
  console.log(`${promises.length - missed} of ${promises.length} promises kept`);
  process.exitCode = missed + missing.size === 0 ? 0 : 1;
}
