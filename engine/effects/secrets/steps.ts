/** How much of a text or of symbols is looked at in one step. */
export const STRETCH = 1 << 16;

/** Takes all steps at once. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
