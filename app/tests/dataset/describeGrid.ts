import type { Grid } from '../../session/tests/index.ts';

/** How large a grid is and how many of its cells passed, in words: `3 rows × 2 variants, 2 of 6 failed`. */
export function describeGrid({ cases, variants, cells }: GridSize): string {
  const failed = cells.filter(({ passed }) => !passed).length;
  const size = `${cases.length} ${cases.length === 1 ? 'row' : 'rows'} × ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}`;
  return failed === 0 ? `${size}, all passed` : `${size}, ${failed} of ${cells.length} failed`;
}

interface GridSize {
  readonly cases: { readonly length: number };
  readonly variants: { readonly length: number };
  readonly cells: readonly Pick<Grid['cells'][number], 'passed'>[];
}
