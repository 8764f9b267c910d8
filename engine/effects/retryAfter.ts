import type { Json } from '../base/index.ts';
import { LONGEST_RETRY_AFTER } from '../run/index.ts';

/**
 * `Retry-After` as ms from now, unbounded; null when there is none or it is neither of these:
 *
 * | form      | example                         |                                  |
 * |-----------|---------------------------------|----------------------------------|
 * | seconds   | `120`                           | whole ones; more digits than a number holds are Infinity |
 * | HTTP date | `Sun, 06 Nov 1994 08:49:37 GMT` | 0 for one in the past            |
 */
export function readRetryAfter(header: Json | undefined, now: number = Date.now()): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Dates of other forms are read too, and not by every platform in the same way.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** The delay of a retry that a server asked for, and a message where that was cut. */
export function boundRetryAfter(asked: number): { readonly wait: number; readonly note: string | null } {
  if (asked <= LONGEST_RETRY_AFTER) return { wait: asked, note: null };
  const seconds = Number.isSafeInteger(asked) ? `${Math.round(asked / 1000)} s` : 'longer than can be counted';
  return {
    wait: LONGEST_RETRY_AFTER,
    note: `It asks to wait ${seconds} before the next try; a retry waits ${LONGEST_RETRY_AFTER / 1000} s (an hour) at most.`,
  };
}
