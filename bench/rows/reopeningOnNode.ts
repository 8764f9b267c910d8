import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { analyze, effectiveWorkflow } from '../../engine/graph/index.ts';
import {
  beginRun,
  createJournal,
  createVirtualClock,
  JournalReader,
  reopenJournal,
  runToEnd,
} from '../../engine/hosts/node/index.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { cpuOf, median } from '../race.ts';
import { loopText } from '../runs/loopText.ts';
import { startOf } from '../runs/runInMemory.ts';

const STEPS = 100_000;
const ROUNDS = 15;
/** How often one turn is done. */
const TURNS = 5;

/** A loop of two steps a round, which then makes a call. */
const LOOP = loopText('hold', '  - { id: hold, type: basic, use: "core:log", with: { message: Held } }\n');

const FILE = 'loop.yaml';

/** What the length of a run costs whoever opens its journal again on Node: until its machine is restored. */
export async function measureReopeningOnNode(): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  const [long, short] = [path.join(folder, 'long.jsonl'), path.join(folder, 'short.jsonl')];
  try {
    await leave(long, STEPS / 2);
    await leave(short, STEPS / 200);
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -2; round < ROUNDS; round += 1) {
      const [ours, theirs] = [await cpuOf(() => reopen(long), TURNS), await cpuOf(() => reopen(short), TURNS)];
      if (round < 0) continue;
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
    return [
      toRow({
        what: 'A run of 100,000 steps reopened from its journal on Node',
        peer: 'one of 1,000 steps',
        ours: median(times.ours),
        theirs: median(times.theirs),
        limit: 1.5,
        format: formatTime,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the loop with a journal until it makes its call, and leaves it there as a process does that is killed. */
async function leave(file: string, rounds: number): Promise<void> {
  const start = { ...startOf({ rounds }), file: FILE };
  if (start.type !== 'run.started') throw new Error('A run begins with its start.');
  const begun = await beginRun(effectiveWorkflow(analyze(FILE, LOOP)), [start]);
  if (!begun.ok) throw new Error(begun.error.message);
  const head = { path: FILE, source: LOOP, files: [], salt: 'salt', start };
  const journal = createJournal(file, head, { fence: { isHeld: true, release: () => undefined } });
  await new Promise<void>((resolve) => {
    const perform = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    void runToEnd({ restored: begun.value, journal, performer: { perform }, clock: createVirtualClock() });
  });
  journal.close();
}

async function reopen(file: string): Promise<void> {
  const reader = new JournalReader(file);
  const head = reader.readHead();
  if (!head.ok) throw new Error(head.error);
  const { path: name, source } = head.value;
  const reopened = await reopenJournal(effectiveWorkflow(analyze(name, source)), reader.stored);
  reader.close();
  if (!reopened.ok) throw new Error(reopened.error.message);
  const { calls } = reopened.value.restored.tracked.pending;
  if (calls.length !== 1) throw new Error(`The run has ${calls.length} calls.`);
}
