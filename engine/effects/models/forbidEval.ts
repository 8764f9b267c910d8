import { config } from 'zod/v4/core';

/** Called before a library that makes zod schemas is loaded: these would try `new Function`, which the page's policy reports. */
export function forbidEval(): void {
  config({ jitless: true });
}
