import { runFloor } from '../floors/interpreter.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { cpuOf, median, race } from '../race.ts';
import { EventSink } from '../runs/EventSink.ts';
import { type Kind, LOADS } from '../runs/loads.ts';
import { runInMemory } from '../runs/runInMemory.ts';
import { type Load, loop } from '../runs/workflows.ts';

const ROUNDS = 5;
/** CPU time of one turn, in ms: enough runs for each to pay for the garbage that it makes. */
const TURN = 300;

/** Whole runs with their inputs kept and every event handed on, against the floor. */
export function measureFloor(kind: Kind): Row {
  const { title, size, load } = LOADS[kind];
  const made = load(size);
  checkSame(made, title);
  const times = race({
    ours: () => runInMemory(made, new EventSink()),
    theirs: () => runFloor(made, new EventSink()),
    turn: TURN,
  });
  return toRow({ what: title, peer: 'minimal interpreter (floor)', ...times, limit: 1, format: formatTime });
}

/** The floor must emit the same events as the engine: otherwise it did something else. */
function checkSame(load: Load, title: string): void {
  const [ours, floor]: [unknown[], unknown[]] = [[], []];
  runInMemory(load, ours);
  runFloor(load, floor);
  const differs = ours.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(floor[index]));
  if (differs !== -1 || ours.length !== floor.length)
    throw new Error(
      `${title}: the floor does not do the same. Ours: ${JSON.stringify(ours[differs])}, floor: ${JSON.stringify(floor[differs])}`,
    );
}

/** A step of a long run against a step of a short one; a deep stack would not get to its end at all. */
export async function measureLength(): Promise<Row> {
  const long = loop(50_000);
  const short = loop(500);
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push((await cpuOf(() => runInMemory(long, new EventSink()), 1)) / long.steps);
    times.theirs.push((await cpuOf(() => runInMemory(short, new EventSink()), 100)) / short.steps);
  }
  return toRow({
    what: 'One of 100,000 steps of a loop',
    peer: 'one of 1,000 steps',
    ours: median(times.ours),
    theirs: median(times.theirs),
    limit: 1.2,
    format: formatTime,
  });
}
