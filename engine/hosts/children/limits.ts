/** Most workflows inside of each other, with the outermost. */
export const DEEPEST = 8;

/** Runs that one outermost run may start in all, those that they start included. */
export const MOST_CHILDREN = 10_000;
