import { type JsonObject, toText } from '../../base/index.ts';
import { joinUrl } from '../../model/index.ts';

/** The address that a call of `core:http` goes to. */
export function addressOf(input: JsonObject, config: JsonObject): string {
  return joinUrl(typeof config['base_url'] === 'string' ? config['base_url'] : '', toText(input['url']));
}

/** Whether a call of `core:http` that has consequences carries an `Idempotency-Key` (format.md section 3). */
export function carriesKey(url: string, config: JsonObject): boolean {
  const wanted = config['idempotency_key'];
  return wanted !== false && (wanted === true || !isForeign(url));
}

/**
 * True for an address outside the site of the page that calls: a browser lets a header through to it only where the server
 * names it, and most do not name this one. Without a page (on the command line) nothing is foreign.
 */
function isForeign(url: string): boolean {
  const page: unknown = Reflect.get(globalThis, 'location');
  if (typeof page !== 'object' || page === null || !('origin' in page)) return false;
  return URL.canParse(url) && new URL(url).origin !== page.origin;
}
