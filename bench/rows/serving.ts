import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLocalRuns } from '../../engine/service/index.ts';
import { readReach } from '../../engine/testing/serving/reachLoopback.ts';
import type { Row } from '../Row.ts';
import { median } from '../race.ts';
import { chainText, RUNS, runAll, STEPS, timeOf } from '../restate/serving.ts';

const ROUNDS = 5;

/**
 * Runs of `signalbox serve` in one process, whose journals are on the disk, beside the journals alone: the same lines written to as many
 * files, each on the disk before the next.
 */
export async function measureServing(): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  writeFileSync(path.join(folder, 'chain.yaml'), chainText(STEPS));
  const state = path.join(folder, 'state');
  const opened = await openLocalRuns({ folder, state, reach: readReach() });
  if (!opened.ok) throw new Error(opened.error.message);
  const service = opened.value;
  service.begin();
  try {
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -1; round < ROUNDS; round += 1) {
      let ids: readonly string[] = [];
      const ours = await timeOf(async () => {
        ids = await runAll(service, 'chain', RUNS);
      });
      const journals = ids.map((id) => readFileSync(path.join(state, 'runs', `${id}.jsonl`), 'utf8'));
      const bare = path.join(folder, `bare${round}`);
      const theirs = await timeOf(() => writeJournals(bare, journals));
      // The first round only lets the compiler see what is hot.
      if (round < 0) continue;
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
    const ratio = median(times.ours.map((time, round) => (times.theirs[round] ?? Number.NaN) / time));
    return [
      {
        what: `serve: ${RUNS} runs of ${STEPS} steps side by side, with their starts, median of ${ROUNDS}`,
        ours: formatRate(median(times.ours)),
        peer: 'their journals alone: each line on the disk (floor)',
        theirs: formatRate(median(times.theirs)),
        ratio,
        bound: 'none',
        isKept: null,
      },
    ];
  } finally {
    await service.drain(0);
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the lines of journals in turns, as runs side by side do. */
async function writeJournals(folder: string, journals: readonly string[]): Promise<void> {
  mkdirSync(folder);
  const files = journals.map((text, index) => ({
    handle: openSync(path.join(folder, `${index}.jsonl`), 'ax'),
    lines: text.split('\n').slice(0, -1),
  }));
  const longest = Math.max(...files.map(({ lines }) => lines.length));
  for (let line = 0; line < longest; line += 1)
    for (const { handle, lines } of files) {
      const text = lines[line];
      if (text === undefined) continue;
      writeSync(handle, `${text}\n`);
      fdatasyncSync(handle);
    }
  for (const { handle } of files) closeSync(handle);
}

function formatRate(time: number): string {
  return `${Math.round((RUNS * STEPS * 1000) / time).toLocaleString('en')} steps/s`;
}
