import type { RunEvent } from '../../engine/run/index.ts';
import { makeEvents } from './events.ts';

export interface PostRequest {
  readonly count: number;
}

export interface Posted {
  readonly events: readonly RunEvent[];
}

/** The floor: events as they are, 500 a message, one message a frame, whether the page is ready for it or not. */
let events: readonly RunEvent[] = [];

addEventListener('message', ({ data }: MessageEvent<PostRequest>) => {
  if (events.length !== data.count) events = makeEvents(data.count);
  post(0);
});

function post(from: number): void {
  postMessage({ events: events.slice(from, from + 500) } satisfies Posted);
  if (from + 500 < events.length) setTimeout(post, 16, from + 500);
}
