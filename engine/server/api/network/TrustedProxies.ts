import { err, ok, type Result } from '../../../base/index.ts';
import { matcherOf } from '../../../hosts/node/index.ts';
import { parseReachEntry } from '../../../serveConfig/index.ts';

/** Proxies whose word on who sent a request counts. */
export interface TrustedProxies {
  /** Whether there are any: then others can connect, wherever the server listens. */
  readonly areThere: boolean;
  /** Whether an address is that of one. */
  trusts(address: string): boolean;
}

/** No proxy: what requests say of their sender is ignored. */
export const NO_PROXIES: TrustedProxies = { areThere: false, trusts: () => false };

/**
 * Reads lists of addresses and ranges, such as `127.0.0.1, 10.0.0.0/8`. The error is one sentence: an entry is neither, has a
 * port, or would trust everyone.
 */
export function parseProxies(lists: readonly string[]): Result<TrustedProxies, string> {
  const matchers: ReturnType<typeof matcherOf>[] = [];
  for (const text of lists.flatMap((list) => list.split(',')).map((entry) => entry.trim())) {
    const entry = parseReachEntry(text);
    if (!entry.ok || entry.value.type !== 'range' || entry.value.port !== null)
      return err(`--trust-proxy needs addresses or ranges of proxies, such as 127.0.0.1 or 10.0.0.0/8, not "${text}".`);
    if (entry.value.prefix === 0)
      return err(`--trust-proxy ${text} would let anyone claim any address. Name the addresses of your proxies.`);
    matchers.push(matcherOf(entry.value));
  }
  if (matchers.length === 0) return ok(NO_PROXIES);
  return ok({
    areThere: true,
    trusts: (address) => matchers.some((matches) => matches({ host: address, port: 0, address })),
  });
}
