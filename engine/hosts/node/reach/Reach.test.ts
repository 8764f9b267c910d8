import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { parseReachEntry } from '../../../serveConfig/index.ts';
import { readReach } from '../../../testing/serving/reachLoopback.ts';
import type { Reach } from './Reach.ts';
import { ask, type ConnectionCounter, countConnections, scriptLookup } from './testing.ts';

/** Addresses by the kind that they are refused as, as they are written in a request. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    ...'127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7F.1'.split(' '),
    ...'017700000001 0177.0.0.1 0x7f.0x0.0x0.0x1 0177.0x0.0.1 127.0x1 %31%32%37.0.0.1 ⑫⑦.0.0.1'.split(' '),
    ...'１２７.０.０.１ 127。0。0。1 localhost LOCALHOST localhost. a.localhost a.b.localhost.'.split(' '),
    ...'[::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001]'.split(' '),
    ...'[0:0:0:0:0:ffff:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]'.split(' '),
  ],
  unspecified: ['0.0.0.0', '0', '0x0', '00', '0.0.0.1', '[::]', '[::ffff:0.0.0.0]', '[::ffff:0:0]'],
  metadata: [
    ...'169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 169.16689662'.split(' '),
    ...'[::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [64:ff9b::169.254.169.254] [fd00:ec2::254]'.split(' '),
    ...'[fd00:0ec2:0:0::0254] [fd20:ce::254] 100.100.100.200 168.63.129.16 192.0.0.192 169.254.170.2'.split(' '),
    ...'metadata.google.internal metadata.google.internal. METADATA.google.internal metadata.goog'.split(' '),
  ],
  link_local: ['169.254.0.1', '169.254.255.255', '[fe80::1]', '[febf::1]', '[::ffff:169.254.1.1]'],
  private: [
    ...'10.0.0.1 10.255.255.255 012.0.0.1 0xa000001 167772161 172.16.0.1 172.31.255.255'.split(' '),
    ...'192.168.0.1 192.168.1 3232235521 [fc00::1] [fd12:3456::1] [fec0::1] [64:ff9b:1::a00:1]'.split(' '),
    ...'[::ffff:10.0.0.1] [64:ff9b::192.168.0.1]'.split(' '),
  ],
  shared: ['100.64.0.1', '100.127.255.255', '[::ffff:100.64.0.1]'],
  multicast: ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff05::2]'],
  reserved: [
    ...'192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 240.0.0.1 255.255.255.255'.split(' '),
    ...'192.88.99.1 [::127.0.0.1] [::7f00:1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:db8::1]'.split(' '),
    ...'[100::1] [3fff::1] [4000::1] [::ffff:0:127.0.0.1]'.split(' '),
  ],
};

const ALL = Object.entries(FORMS).flatMap(([kind, hosts]) => hosts.map((host) => [host, kind] as const));

let stubs: readonly ConnectionCounter[];
let port: number;
const connected = (): number => stubs.reduce((sum, { connections }) => sum + connections(), 0);

beforeAll(async () => {
  await loadPatterns();
  const first = await countConnections('0.0.0.0');
  ({ port } = first);
  stubs = [first, await countConnections('::1', port)];
});
afterAll(() => {
  for (const { close } of stubs) close();
});

describe('by itself a server calls neither itself, nor its computer and network', () => {
  test('there are enough forms', () => expect(ALL.length).toBeGreaterThan(100));

  test.each(ALL)('%s is refused as %s, and nothing connects', async (host, kind) => {
    const before = connected();
    const way = readReach('').of('calls.yaml');
    for (const by of ['send', 'open'] as const) {
      const refusal = { code: 'AUTHORIZATION_ERROR', details: { type: 'reach', reason: kind, port } };
      expect(await ask(way, `http://${host}:${port}/x`, by)).toMatchObject(refusal);
    }
    expect(connected()).toBe(before);
  });

  test('the same forms connect where that is allowed, so that the ones above would have', async () => {
    const before = connected();
    const way = readReach('reach: { allow: [127.0.0.0/8, "::1", 0.0.0.0/8] }').of('calls.yaml');
    const hosts = ['127.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '[::ffff:7f00:1]', '0'];
    for (const host of hosts)
      for (const by of ['send', 'open'] as const) expect(await ask(way, `http://${host}:${port}/`, by)).toBe(200);
    expect(connected()).toBe(before + 2 * hosts.length);
  });

  test('the public addresses of its computer are this computer', async () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    for (const { address, family, scopeid } of own) {
      if (scopeid !== undefined && scopeid !== 0) continue;
      const host = family === 'IPv6' ? `[${address}]` : address;
      expect(await ask(readReach('').of('a.yaml'), `http://${host}:${port}/`)).toMatchObject({
        details: { type: 'reach' },
      });
    }
  });
});

describe('names are what they lead to', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['169.254.169.254', 'metadata'],
    ['::1', 'loopback'],
    ['fe80::1%eth0', 'link_local'],
    ['::ffff:192.168.1.1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['0.0.0.0', 'unspecified'],
  ])('one that leads to %s is refused as %s', async (address, reason) => {
    const before = connected();
    const { lookUp } = scriptLookup([address]);
    const way = readReach('', lookUp).of('calls.yaml');
    const refusal = {
      code: 'AUTHORIZATION_ERROR',
      details: { type: 'reach', reason, host: 'inside.example', address },
    };
    for (const by of ['send', 'open'] as const)
      expect(await ask(way, `http://inside.example:${port}/`, by)).toMatchObject(refusal);
    expect(connected()).toBe(before);
  });

  test('of several addresses those are used that are allowed', async () => {
    const { lookUp } = scriptLookup(['127.0.0.1', '127.0.0.2', '10.0.0.1']);
    const elsewhere = await countConnections('127.0.0.2');
    const way = readReach('reach: { allow: [127.0.0.2] }', lookUp).of('calls.yaml');
    expect(await ask(way, `http://several.example:${elsewhere.port}/`)).toBe(200);
    expect(elsewhere.connections()).toBe(1);
    elsewhere.close();
  });

  test.each(['send', 'open'] as const)(
    'a name whose address changes (DNS rebinding) is looked up once for each connection, which is made to that address (%s)',
    async (by) => {
      const harmless = await countConnections('127.0.0.2');
      const guarded = await countConnections('127.0.0.1', harmless.port);
      // The first address stands for one of the Internet.
      const { lookUp, asked } = scriptLookup(['127.0.0.2'], ['127.0.0.1']);
      const way = readReach('reach: { allow: [127.0.0.2] }', lookUp).of('calls.yaml');
      const url = `http://rebinds.example:${harmless.port}/`;
      expect(await ask(way, url, by)).toBe(200);
      expect([asked.length, harmless.connections(), guarded.connections()]).toEqual([1, 1, 0]);
      expect(await ask(way, url, by)).toMatchObject({ details: { reason: 'loopback', address: '127.0.0.1' } });
      expect([asked.length, harmless.connections(), guarded.connections()]).toEqual([2, 1, 0]);
      harmless.close();
      guarded.close();
    },
  );
});

test('a refusal names the workflow whose request it is, also where others go by the same rules', async () => {
  const reach = readReach('reach: { deny: [127.0.0.1] }');
  for (const workflow of ['first', 'second'])
    expect(await ask(reach.of(`${workflow}.yaml`), `http://127.0.0.1:${port}/`)).toMatchObject({
      message: expect.stringContaining(`workflows: { "${workflow}": {`),
    });
});

test('other rules hold at once, for requests of what was opened before, too, and connections that are kept are not used past them', async () => {
  const kept = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.2');
  await once(kept, 'listening');
  let connections = 0;
  kept.on('connection', () => (connections += 1));
  const { port: at } = kept.address() as AddressInfo;
  const { lookUp } = scriptLookup(['127.0.0.2']);
  const reach = readReach('reach: { allow: [127.0.0.2] }', lookUp);
  const way = reach.of('calls.yaml');
  const call = (by: 'send' | 'open') => ask(way, `http://kept.example:${at}/`, by);
  for (const by of ['send', 'open', 'send'] as const) expect(await call(by)).toBe(200);
  expect(connections).toBe(1);
  reach.change({ allow: [], deny: [], workflows: new Map() });
  for (const by of ['send', 'open'] as const) expect(await call(by)).toMatchObject({ details: { reason: 'loopback' } });
  const [entry] = [parseReachEntry('kept.example')];
  if (!entry.ok) throw new Error(entry.error);
  reach.change({ allow: [], deny: [], workflows: new Map([['calls', { allow: [entry.value], deny: [] }]]) });
  for (const by of ['send', 'open'] as const) expect(await call(by)).toBe(200);
  expect(connections).toBe(2);
  kept.closeAllConnections();
  kept.close();
});

function portOf(server: Server): number {
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}

describe('requests of a run to the server itself', () => {
  const header = 'signalbox-caller';
  const seen: (string | undefined)[] = [];
  let own: Server;
  let beside: Server;
  const listen = async (): Promise<Server> => {
    const server = createServer((request, response) => {
      seen.push(request.headers[header]?.toString());
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  beforeAll(async () => {
    own = await listen();
    beside = await listen();
  });
  afterAll(() => {
    for (const server of [own, beside]) {
      server.closeAllConnections();
      server.close();
    }
  });

  function open(name: string): Reach {
    const allow = [name, '127.0.0.1'].flatMap((host) => [own, beside].map((server) => `"${host}:${portOf(server)}"`));
    const reach = readReach(`reach: { allow: [${allow.join()}] }`, scriptLookup(['127.0.0.1']).lookUp);
    reach.own.addPort(portOf(own));
    reach.markOf = (runId) => ({ header, value: `mark of ${runId}` });
    return reach;
  }

  test.each(['127.0.0.1', 'localhost', 'self.example'])(
    'by %s have its mark, each of them, and others have none',
    async (name) => {
      seen.length = 0;
      const reach = open(name);
      const way = reach.of('calls.yaml', 'run-1');
      for (const by of ['send', 'open', 'send'] as const)
        expect(await ask(way, `http://${name}:${portOf(own)}/`, by)).toBe(200);
      expect(seen).toEqual(['mark of run-1', 'mark of run-1', 'mark of run-1']);
      seen.length = 0;
      for (const by of ['send', 'open'] as const)
        expect(await ask(way, `http://${name}:${portOf(beside)}/`, by)).toBe(200);
      await reach.ofServers('run-1')(`http://127.0.0.1:${portOf(beside)}/`, { headers: {} });
      expect(seen).toEqual([undefined, undefined, undefined]);
    },
  );

  test('to servers that the operator names have it, too, and nothing that a workflow writes is in its place', async () => {
    seen.length = 0;
    const reach = open('self.example');
    const forged = { headers: { [header]: 'mine' } };
    await reach.ofServers('run-2')(`http://127.0.0.1:${portOf(own)}/`, forged);
    await reach.of('calls.yaml', 'run-2').fetch(`http://self.example:${portOf(own)}/`, forged);
    expect(seen).toEqual(['mark of run-2', 'mark of run-2']);
  });
});

const isExample = ({ hostname }: URL): boolean => hostname.endsWith('.example');

describe('with the proxies of the environment', () => {
  const proxied = vi.spyOn(globalThis, 'fetch');
  beforeEach(() => proxied.mockReset().mockResolvedValue(new Response('{}')));
  afterAll(() => proxied.mockRestore());

  test('the platform sends what goes by one, and nothing else', async () => {
    const way = readReach('reach: { allow: [127.0.0.1] }', scriptLookup(['8.8.8.8']).lookUp, isExample).of(
      'calls.yaml',
    );
    expect(await ask(way, 'http://outside.example/', 'open')).toBe(200);
    expect(proxied).toHaveBeenCalledTimes(1);
    expect(await ask(way, `http://127.0.0.1:${port}/`, 'open')).toBe(200);
    expect(proxied).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['another address', ['8.8.8.8', '127.0.0.1']],
    ['its only address', ['127.0.0.1']],
  ])('a name is refused for %s', async (_, addresses) => {
    const way = readReach('', scriptLookup(addresses).lookUp, () => true).of('calls.yaml');
    const refusal = { details: { type: 'reach', reason: 'loopback', address: '127.0.0.1' } };
    expect(await ask(way, 'http://outside.example/', 'open')).toMatchObject(refusal);
    expect(proxied).not.toHaveBeenCalled();
  });
});
