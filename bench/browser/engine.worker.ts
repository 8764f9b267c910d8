import { expose } from 'comlink';
import { createSystemClock } from '../../engine/hosts/worker/platform/clock.ts';
import { EventBatcher } from '../../engine/hosts/worker/protocol/EventBatch.ts';
import { type PortEngine, sendEvents } from '../../engine/hosts/worker/protocol/eventPort.ts';
import type { RunEvent } from '../../engine/run/index.ts';
import { makeEvents } from './events.ts';

const batcher = new EventBatcher(createSystemClock());
let events: readonly RunEvent[] = [];

/** The engine's way of events to the page, without a machine behind it. */
expose({
  subscribe: async (port) => batcher.setListener(sendEvents(port)),
  deleteRun: async (count) => {
    if (events.length !== Number(count)) events = makeEvents(Number(count));
    batcher.push('run-1', events);
  },
} satisfies Partial<PortEngine>);
