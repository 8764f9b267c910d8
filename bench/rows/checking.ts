import { parseDocument } from 'yaml';
import { checkAnalysis } from '../../engine/check/index.ts';
import { analyze } from '../../engine/graph/index.ts';
import { dataText, handlersText } from '../largeTexts.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { median, race } from '../race.ts';
import { workflowText } from '../workflowText.ts';

const ROUNDS = 5;
/** The promise about a file as large as the format allows, in ms. */
const LIMIT = 2000;

/** What a full check costs, from nothing but the text. */
export function measureChecking(): readonly Row[] {
  const text = workflowText(1000);
  expectNoError(text);
  return [
    toRow({
      what: 'Text of 1,000 tasks read and checked in full',
      peer: 'yaml: parseDocument',
      ...race({ ours: () => checkAnalysis(analyze('orders.yaml', text)), theirs: () => parseDocument(text) }),
      // It was 2 when the library was measured with its build for Node, which is a fifth slower, and the check had fewer rules.
      limit: 2.5,
      format: formatTime,
    }),
  ];
}

/** Files as large as the format allows, opened once each. */
export function measureLargeFiles(): readonly Row[] {
  return [
    toLargeRow('A file of 250,000 keys and values read and checked', dataText()),
    toLargeRow('A file of 10,000 tasks with handlers read and checked', handlersText()),
  ];
}

function toLargeRow(what: string, text: string): Row {
  expectNoError(text);
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.theirs.push(timeOnce(() => parseDocument(text)));
    times.ours.push(timeOnce(() => checkAnalysis(analyze(`large-${round}.yaml`, text))));
  }
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  return {
    what: `${what}, median of ${ROUNDS}`,
    ours: formatTime(ours),
    peer: 'yaml: parseDocument (floor)',
    theirs: formatTime(theirs),
    ratio: ours / theirs,
    bound: `within ${LIMIT / 1000} s`,
    isKept: ours <= LIMIT,
  };
}

function expectNoError(text: string): void {
  const problem = checkAnalysis(analyze('orders.yaml', text)).find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(`The document to measure has an error: ${problem.message}`);
}

/** Ms on the wall that a job takes: what a user waits for. */
function timeOnce(job: () => unknown): number {
  const started = performance.now();
  job();
  return performance.now() - started;
}
