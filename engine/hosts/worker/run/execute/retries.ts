/** Delays before retries of storage, in ms; who gives up does so after the last one, others repeat it. */
export const RETRIES = [250, 500, 1_000, 2_000, 5_000];
