import { chain, collection, fanOut, loop } from './workflows.ts';

/** The workflows that runs are measured by. */
export const LOADS = {
  chain: { title: 'Chain of 1,000 tasks', size: 1000, load: chain },
  fanOut: { title: 'Fan-out to 1,000 tasks and a join', size: 1000, load: fanOut },
  loop: { title: 'Loop of 1,000 rounds', size: 1000, load: loop },
  collection: { title: 'Collection of 10,000 items', size: 10_000, load: collection },
} as const;

export type Kind = keyof typeof LOADS;
export const KINDS = Object.keys(LOADS) as readonly Kind[]; // Its own keys.
