/** Work that can be interrupted between two steps. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all steps in one go. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
