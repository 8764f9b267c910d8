import { expect, test } from 'vitest';
import { describeGrid } from './DatasetPart.tsx';

test('says how many rows and variants there are, and how many of their cells failed', () => {
  const [passed, failed] = [{ passed: true }, { passed: false }];
  expect(describeGrid({ cases: ['a'], variants: ['v'], cells: [passed] })).toBe('1 row × 1 variant, all passed');
  expect(describeGrid({ cases: ['a', 'b'], variants: ['v'], cells: [passed, failed] })).toBe(
    '2 rows × 1 variant, 1 of 2 failed',
  );
  expect(describeGrid({ cases: ['a'], variants: ['v', 'w'], cells: [passed, passed] })).toBe(
    '1 row × 2 variants, all passed',
  );
});
