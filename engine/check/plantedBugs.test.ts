import { describe, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { flowsOf, IN_TEMPLATES, KNOWN, PLANTED, plant } from '../testing/plantedBugs.ts';
import { checkAnalysis } from './checkAnalysis.ts';

function warnings(text: string): readonly string[] {
  return checkAnalysis(analyze('w.yaml', text), { workflows: KNOWN })
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code);
}

describe.each([
  ['workflows', PLANTED],
  ['templates', IN_TEMPLATES],
])('bugs that were planted in %s', (_, bugs) => {
  test.each(flowsOf(bugs))('are not seen where there are none: $name', ({ text }) => {
    expect(warnings(text)).toEqual([]);
  });

  test.each(bugs)('$flow.name, $bug: $found', (planted) => {
    const { flow, right, found } = planted;
    expect(flow.text.split(right)).toHaveLength(2);
    const codes = warnings(plant(planted));
    if (found === null) expect(codes).toEqual([]);
    else expect(codes).toContain(found);
  });

  test('are found before any run, one of three at least', () => {
    expect(bugs.filter(({ found }) => found !== null).length).toBeGreaterThanOrEqual(bugs.length / 3);
  });
});
