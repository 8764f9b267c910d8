import { parseDocument } from 'yaml';
import { checkAnalysis } from '../../engine/check/index.ts';
import { analyze } from '../../engine/graph/index.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { race } from '../race.ts';
import { workflowText } from '../workflowText.ts';

/** What a full check costs, from nothing but the text. */
export function measureChecking(): readonly Row[] {
  const text = workflowText(1000);
  const problem = checkAnalysis(analyze('orders.yaml', text)).find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(`The document to measure has an error: ${problem.message}`);
  return [
    toRow({
      what: 'Text of 1,000 tasks read and checked in full',
      peer: 'yaml: parseDocument',
      ...race({ ours: () => checkAnalysis(analyze('orders.yaml', text)), theirs: () => parseDocument(text) }),
      limit: 2,
      format: formatTime,
    }),
    toRow({
      what: 'Text of 7,000 tasks, 210,000 keys and values, read and checked once',
      peer: 'budget',
      ours: timeOnce(workflowText(7000)),
      theirs: 2000,
      limit: 1,
      format: formatTime,
    }),
  ];
}

/** CPU time of one check, in ms, the best of three: a file so large is opened once. */
function timeOnce(text: string): number {
  const times = [1, 2, 3].map((round) => {
    const started = process.cpuUsage();
    checkAnalysis(analyze(`orders-${round}.yaml`, text));
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
