/**
 * What one expression may cost (format.md 8). Past any of these it is an `EXPRESSION_ERROR`, never a hang.
 */
export const LIMITS = {
  /** Characters of one expression's source: 4 KiB. */
  source: 4096,
  /** Levels of brackets, arguments, conditions and signs inside each other. */
  depth: 64,
  /** Function calls, calls of arrow functions, and one more for every 100 items or characters a function goes through. */
  steps: 10_000,
  /** Characters of what an expression makes, written as JSON: 1 MiB. A value that is only passed on does not count. */
  result: 1024 * 1024,
  /** Levels of lists and maps in a value that an expression makes, compares or writes as text. */
  valueDepth: 512,
  /** Characters of one regular expression. */
  pattern: 512,
  /** Missing paths reported for one evaluation. */
  missing: 20,
} as const;

/** Items or characters that a function may go through for one step. */
export const ITEMS_PER_STEP = 100;
