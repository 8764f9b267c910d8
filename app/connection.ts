import { connectEngine } from '#engine/worker';

/** The page's engine. Its worker loads while the rest of the page does: a run that goes on waits for nothing else as long. */
export const connection = connectEngine();
