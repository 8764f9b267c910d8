/** Above this many boxes the exact ranking costs more than it shows. */
export const EXACT_LIMIT = 300;

/** Above this many boxes a careful layout takes seconds, and in the end more than the stack holds. */
export const CAREFUL_LIMIT = 600;
