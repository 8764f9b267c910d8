import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { readGroups } from '../../../base/index.ts';
import { formsOf } from '../../../hosts/node/index.ts';
import type { TrustedProxies } from './TrustedProxies.ts';

/**
 * Whom to count for a request, as the log and the audit file name them: the address that connected, or the one that trusted
 * proxies report. Of IPv6, the network of 64 bits that one subscriber has, such as `2001:db8:0:1::/64`.
 *
 * | the request | its sender |
 * |---|---|
 * | is not from a trusted proxy | who connected, whatever its headers say |
 * | is from one, with `X-Forwarded-For` | from the right, the first address that is no trusted proxy; where all are, the leftmost |
 * | is from one, without it, or with what is no address before that one | the proxy |
 */
export function senderOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
  const peer = socket.remoteAddress ?? '';
  if (!proxies.trusts(peer)) return toNetwork(peer);
  const header = headers['x-forwarded-for'];
  const hops = (typeof header === 'string' ? header : '').split(',').reverse();
  let last = peer;
  for (const hop of hops) {
    const address = readHop(hop.trim());
    if (address === null) return toNetwork(peer);
    if (!proxies.trusts(address)) return toNetwork(address);
    last = address;
  }
  return toNetwork(last);
}

/** An address, which some proxies write with its port: `192.0.2.1:5678`, `[2001:db8::1]:5678`; null: it is none. */
function readHop(text: string): string | null {
  const [, v4, v6] = /^(?:([\d.]+)(?::\d{1,5})?|\[([\da-f:.]+)\](?::\d{1,5})?)$/i.exec(text) ?? [];
  const address = v4 ?? v6 ?? text;
  return isIP(address) === 0 ? null : address;
}

function toNetwork(address: string): string {
  const [own = ''] = formsOf(address);
  const groups = own === '::1' || isIP(own) !== 6 ? null : readGroups(own);
  if (groups === null) return own;
  const head = groups.slice(0, 4).map((group) => group.toString(16));
  return `${head.join(':')}::/64`;
}
