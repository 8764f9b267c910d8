import { BlockList, isIP } from 'node:net';
import { readGroups } from '../../../base/index.ts';
import type { ReachEntry } from '../../../serveConfig/index.ts';

/** A kind of addresses that are no hosts of the Internet. */
interface Special {
  /** For programs, in `details.reason`. */
  readonly kind: string;
  /** As what follows “is”. */
  readonly words: string;
  readonly ranges: readonly string[];
}

/** The first that has an address names it. */
const SPECIALS: readonly Special[] = [
  {
    kind: 'metadata',
    words: 'the address where a cloud gives machines their credentials',
    ranges: [
      '169.254.169.254/32',
      '169.254.170.2/32',
      '169.254.170.23/32',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '192.0.0.192/32',
      'fd00:ec2::254/128',
      'fd00:ec2::23/128',
      'fd20:ce::254/128',
    ],
  },
  { kind: 'unspecified', words: 'not the address of a host', ranges: ['0.0.0.0/8', '::/128'] },
  { kind: 'loopback', words: 'this computer', ranges: ['127.0.0.0/8', '::1/128'] },
  { kind: 'link_local', words: 'a link-local address', ranges: ['169.254.0.0/16', 'fe80::/10'] },
  {
    kind: 'private',
    words: 'an address of a private network',
    ranges: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48'],
  },
  { kind: 'shared', words: 'a shared address inside a provider’s network (CGNAT)', ranges: ['100.64.0.0/10'] },
  { kind: 'multicast', words: 'a multicast address', ranges: ['224.0.0.0/4', 'ff00::/8'] },
  {
    kind: 'reserved',
    words: 'a reserved address',
    ranges: [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
      '2001::/23',
      '2001:db8::/32',
      '2002::/16',
      '3fff::/20',
    ],
  },
];

/** Of IPv6, all that is given to hosts of the Internet. */
const GLOBAL = toList(['2000::/3']);

const LISTS = SPECIALS.map(({ ranges, ...special }) => ({ ...special, list: toList(ranges) }));

/** Why an address is no host of the Internet; null where it may be one. What cannot be read as an address is reserved. */
export function findSpecial(address: string): Omit<Special, 'ranges'> | null {
  const [own = '', embedded] = formsOf(address);
  const family = isIP(own);
  if (family === 0) return RESERVED;
  const found = LISTS.find(({ list }) => isIn(list, own)) ?? null;
  if (found !== null) return found;
  if (embedded !== undefined) return findSpecial(embedded);
  return family === 4 || isIn(GLOBAL, own) ? null : RESERVED;
}

const RESERVED = { kind: 'reserved', words: 'a reserved address' } as const;

/**
 * An address without its zone, as it is compared: IPv4 where it is IPv4 written as IPv6 (`::ffff:127.0.0.1`), and for one that NAT64
 * leads to IPv4 (`64:ff9b::7f00:1`), that as well.
 */
export function formsOf(address: string): readonly string[] {
  const bare = address.replace(/%.*$/, '');
  const groups = isIP(bare) === 6 ? readGroups(bare) : null;
  if (groups === null) return [bare];
  const head = groups.slice(0, 6).join(',');
  const [high = 0, low = 0] = groups.slice(6);
  const last = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (head === MAPPED) return [last];
  return head === NAT64 ? [bare, last] : [bare];
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff].join(',');
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0].join(',');

/** Whether a list has an address. */
export function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

function toList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

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
