import { connectEngine } from '#engine/worker';

/** The page's engine. Its worker loads while the rest of the page does: nothing delays a resumed run longer. */
export const connection = connectEngine();
