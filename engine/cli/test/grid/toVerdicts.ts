import { type Grid, poorScores, type Verdict } from '../../../proof/index.ts';

/** Each cell of a grid as a test of its own, and one for each score that must come to something, for a CI. */
export function toVerdicts(grid: Grid): readonly Verdict[] {
  const { name, at, cases, variants, cells } = grid;
  const poor = poorScores(grid);
  const own = cells.map(({ case: row, variant, passed, status, duration, steps, failures }) => ({
    name: `${name} › ${cases[row]?.name ?? ''} › ${variants[variant] ?? ''}`,
    passed,
    status,
    duration,
    steps,
    at,
    failures,
  }));
  const scores = grid.scores.flatMap(({ name: score, least }) =>
    least === null
      ? []
      : variants.map((variant): Verdict => {
          const failing = poor.filter((each) => each.score === score && each.variant === variant);
          return {
            name: `${name} › ${variant} › mean of ${score}`,
            passed: failing.length === 0,
            status: 'success',
            duration: 0,
            steps: 0,
            at,
            failures: failing.map(({ mean }) => ({
              code: 'SCORE',
              message: describePoor({ score, variant, mean, least }),
              expected: least,
              actual: mean,
              at,
              task: null,
              event: null,
              after: null,
            })),
          };
        }),
  );
  return [...own, ...scores];
}

/** That the mean of a score is too low. */
export function describePoor({ score, variant, mean, least }: ReturnType<typeof poorScores>[number]): string {
  const came = mean === null ? 'no row has it' : `it is ${mean}`;
  return `The mean of “${score}” must be ${least} at least under “${variant}”; ${came}.`;
}
