import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { checkAnalysis } from '../../check/index.ts';
import { analyze } from '../../graph/index.ts';
import { numRuns } from '../../testing/index.ts';
import { type DrillCell, drill } from './drill.ts';
import type { DrillVerdict } from './Fault.ts';
import { simulatedTest } from './simulatedTest.ts';
import { DEFECTS, type Defect, plantFlow } from './testing.ts';

beforeAll(() => loadPatterns());

const VERDICT: Readonly<Record<Defect, DrillVerdict>> = {
  code: 'unhandled',
  retry: 'hangs',
  join: 'hangs',
  twice: 'repeats',
  leak: 'leaks',
};

/** What a drill finds fault with. */
async function findBad(text: string): Promise<readonly DrillCell[]> {
  const analysis = analyze('flow.yaml', text);
  const errors = checkAnalysis(analysis).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  const report = await drill({ analysis, tests: [{ test: simulatedTest(analysis, {}) }], isSimulated: true });
  expect(report.unplayed).toEqual([]);
  return report.cells.filter(({ verdict }) => verdict !== 'handled' && verdict !== 'as-written');
}

test.each(DEFECTS)('a planted defect is found, and nothing else: %s', { timeout: numRuns(60_000) }, async (defect) => {
  for (let round = 0; round < numRuns(3, 12); round += 1) {
    const seed = round * DEFECTS.length + DEFECTS.indexOf(defect);
    const sound = plantFlow(seed, null);
    expect(await findBad(sound.text), `seed ${seed} without a defect\n${sound.text}`).toEqual([]);
    const { text, guilty } = plantFlow(seed, defect);
    const bad = await findBad(text);
    const where = `seed ${seed}\n${text}${bad.map(({ task, fault, why }) => `${task} ${fault} ${why}`).join('\n')}`;
    expect([...new Set(bad.map(({ task }) => task))], where).toEqual(guilty);
    expect(new Set(bad.map(({ verdict }) => verdict)), where).toEqual(new Set([VERDICT[defect]]));
  }
});
