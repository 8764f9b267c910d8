import { BlockList } from 'node:net';
import type { ReachEntry } from '../../../serveConfig/index.ts';
import { formsOf, isIn } from './specialRanges.ts';

/** What a connection would be made to. */
export interface ReachTarget {
  /** The name or the address as the request has it: lower case, without brackets and without the dot of the root. */
  readonly host: string;
  readonly port: number;
  /** That which the connection uses. */
  readonly address: string;
}

/** What tells whether an entry is for a target. */
export function matcherOf(entry: ReachEntry): (target: ReachTarget) => boolean {
  const isPort = ({ port }: ReachTarget): boolean => entry.port === null || entry.port === port;
  if (entry.type === 'name') {
    const { name, isBelow } = entry;
    return (target) => isPort(target) && (isBelow ? target.host.endsWith(`.${name}`) : target.host === name);
  }
  const list = new BlockList();
  list.addSubnet(entry.address, entry.prefix, entry.family);
  const isFamily = (address: string): boolean => address.includes(':') === (entry.family === 'ipv6');
  return (target) => isPort(target) && formsOf(target.address).some((form) => isFamily(form) && isIn(list, form));
}

/** The host of an address as a {@link ReachTarget} has it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The port that an address leads to. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
