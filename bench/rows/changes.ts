import { diffWorkflows } from '../../engine/change/index.ts';
import { type Analysis, analyze } from '../../engine/graph/index.ts';
import { formatTime, type Row } from '../Row.ts';
import { median } from '../race.ts';
import { workflowText } from '../workflowText.ts';

const ROUNDS = 9;
/** What a person does not wait for, in ms. */
const LIMIT = 200;

/** What it costs to say what differs between two texts of 1,000 tasks, of which each tenth was renamed. */
export function measureChanges(): readonly Row[] {
  const before = workflowText(1000);
  const after = before.replaceAll(/step_(\d\d)5\d(?=\D)/g, (id) => `${id}_b`);
  // Nothing is kept between rounds: each reads both texts anew.
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const pair: readonly [Analysis, Analysis] = [analyze(`a${round}.yaml`, before), analyze(`b${round}.yaml`, after)];
    const start = performance.now();
    diffWorkflows(...pair);
    return performance.now() - start;
  });
  const ours = median(times);
  return [
    {
      what: `Two texts of 1,000 tasks compared in sentences, median of ${ROUNDS}`,
      ours: formatTime(ours),
      peer: 'limit',
      theirs: formatTime(LIMIT),
      ratio: ours / LIMIT,
      bound: `within ${LIMIT} ms`,
      isKept: ours <= LIMIT,
    },
  ];
}
