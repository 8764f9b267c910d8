import { err, ok, type Result, readGroups } from '../../base/index.ts';

/** What an entry of `reach` is for: a host by its name, or addresses by their range; `port` null: each port. */
export type ReachEntry = {
  /** As it is written. */
  readonly text: string;
  readonly port: number | null;
} & (
  | {
      readonly type: 'name';
      /** Lower case, without the dot of the root. */
      readonly name: string;
      /** True: the names below it, and not itself. */
      readonly isBelow: boolean;
    }
  | {
      readonly type: 'range';
      readonly address: string;
      readonly prefix: number;
      readonly family: 'ipv4' | 'ipv6';
    }
);

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const V4 = new RegExp(`^((?:${BYTE}\\.){3}${BYTE})(?:/(\\d{1,2})|:(\\d{1,5}))?$`);
const V6 = /^([\da-f:]+:[\da-f:.]*)(?:\/(\d{1,3}))?$/;
const V6_IN_BRACKETS = /^\[([\da-f:.]+)\](?::(\d{1,5}))?$/;
const LABEL = '[a-z\\d_](?:[a-z\\d_-]*[a-z\\d_])?';
const NAME = new RegExp(`^(\\*\\.)?((?:${LABEL}\\.)*${LABEL})\\.?(?::(\\d{1,5}))?$`);

/** The end of what addresses take for a number, and so for an IPv4 address: `127.1`, `0x7f000001`. */
const NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/** Reads an entry of `reach`. The error follows its place: `is …`. */
export function parseReachEntry(written: string): Result<ReachEntry, string> {
  const text = written.trim().toLowerCase();
  const wrong = err(`is “${written}”. ${FORMS}`);
  const [v4, v6, inBrackets, name] = [V4, V6, V6_IN_BRACKETS, NAME].map((form) => form.exec(text));
  const port = readPort(v4?.[3] ?? inBrackets?.[2] ?? name?.[3]);
  if (port === undefined) return wrong;
  if (v4?.[1] !== undefined) return toRange({ text: written, port, address: v4[1], family: 'ipv4' }, v4[2]);
  const address = v6?.[1] ?? inBrackets?.[1];
  // A host with a port may look like an address: `db:5432`.
  if (address !== undefined && readGroups(address) !== null)
    return address.startsWith('::ffff:') ? wrong : toRange({ text: written, port, address, family: 'ipv6' }, v6?.[2]);
  if (name?.[2] === undefined || NUMBER.test(name[2])) return wrong;
  return ok({ type: 'name', text: written, port, name: name[2], isBelow: name[1] !== undefined });
}

const FORMS =
  'An entry is a host (api.example.com), a host with a port (localhost:11434), all names below one (*.example.com), or addresses (10.0.0.5, 10.0.0.0/8, [::1]:8080, fd00::/8), without https:// or a path.';

function toRange(
  range: Omit<Extract<ReachEntry, { type: 'range' }>, 'type' | 'prefix'>,
  prefix: string | undefined,
): Result<ReachEntry, string> {
  const longest = range.family === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (bits > longest) return err(`is “${range.text}”. The number after the / is at most ${longest}.`);
  return ok({ ...range, type: 'range', prefix: bits });
}

/** Null: none is written; undefined: it is none. */
function readPort(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const port = Number(text);
  return port >= 1 && port <= 65_535 ? port : undefined;
}
