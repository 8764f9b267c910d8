import { describe, expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { ANSWER, IMPORT, INVOICE, KNOWN, PLANTED } from '../testing/plantedBugs.ts';
import { checkAnalysis } from './checkAnalysis.ts';

function warnings(text: string): readonly string[] {
  return checkAnalysis(analyze('w.yaml', text), { workflows: KNOWN })
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code);
}

describe('bugs that were planted in workflows', () => {
  test.each([INVOICE, ANSWER, IMPORT])('are not seen where there are none', (text) => {
    expect(warnings(text)).toEqual([]);
  });

  test.each(PLANTED)('$bug: $found', ({ text, right, wrong, found }) => {
    expect(text.split(right)).toHaveLength(2);
    const codes = warnings(text.replace(right, wrong));
    if (found === null) expect(codes).toEqual([]);
    else expect(codes).toContain(found);
  });
});
