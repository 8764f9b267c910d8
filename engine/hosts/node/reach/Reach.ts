import { type LookupAddress, lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { EgressError, Exchange, HostFetch } from '../../../effects/index.ts';
import type { ReachConfig } from '../../../serveConfig/index.ts';
import { createExchange } from '../exchange/exchangeByHttp.ts';
import { createFetch } from '../exchange/fetchByHttp.ts';
import { isProxied } from '../exchange/isProxied.ts';
import { type ConnectGuard, type Connections, closeUnused, openConnections } from '../exchange/sendByHttp.ts';
import { markExchange, markFetch, type OwnMark, type OwnRequests, UnmarkedError } from './markOwn.ts';
import { explainReach, OwnPlaces, type ReachRefusal, ReachRules } from './ReachRules.ts';
import { hostOf, portOf } from './specialRanges.ts';

/** What requests of a workflow go by. */
export interface ReachWay {
  readonly exchange: Exchange;
  readonly fetch: HostFetch;
}

/** How many names of the server itself are remembered: requests by further ones fail. */
const MOST_NAMES = 1_000;

/** What names lead to that mean something wherever they are looked up: no answer of DNS changes it. */
const METADATA = '169.254.169.254';
const KNOWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['localhost', '127.0.0.1'],
  ['metadata.google.internal', METADATA],
  ['metadata.goog', METADATA],
  ['instance-data.ec2.internal', METADATA],
]);

/**
 * What the calls of the workflows of a server may reach: by themselves, neither the server, nor its computer and network. It is decided
 * on the very address that a connection is made to, for each connection: names are looked up once, for the decision and the connection.
 */
export class Reach {
  readonly own = new OwnPlaces();
  /** Told of each call that is refused, once. */
  onRefuse: (refusal: ReachRefusal) => void = () => undefined;
  /** What marks the requests of a run to the server itself; null: nothing does. */
  markOf: ((runId: string) => OwnMark) | null = null;
  /** It is known where the server itself is for runs that are executed elsewhere, too: their requests there are marked with what they bring. */
  isServerKnown = false;
  #config: ReachConfig;
  readonly #lookUp: LookupFunction;
  readonly #isProxied: (url: URL) => boolean;
  readonly #connections = new Map<string, Connections>();
  /** Names that were found to lead to the server itself, with their ports. */
  readonly #ownNames = new Set<string>();
  /** What the requests of each workflow go by now. */
  readonly #ways = new Map<string, ReachWay>();

  /**
   * @param lookUp instead of the system's
   * @param proxied whether the platform's `fetch` sends a request by a proxy
   */
  constructor(config: ReachConfig, lookUp: LookupFunction = lookUpName, proxied: (url: URL) => boolean = isProxied) {
    this.#config = config;
    this.#lookUp = lookUp;
    this.#isProxied = proxied;
  }

  /** What the requests of the workflow of a file go by, each by the rules as they are then. Connections are shared with those of the same rules alone. */
  of(file: string, runId: string | null = null, mark?: OwnMark): ReachWay {
    const workflow = file.replace(/\.yaml$/, '');
    const exchange: Exchange = (request) => this.#wayOf(workflow).exchange(request);
    const fetch: HostFetch = (address, init) => this.#wayOf(workflow).fetch(address, init);
    const own = this.#ownOf(runId, mark);
    return own === null ? { exchange, fetch } : { exchange: markExchange(exchange, own), fetch: markFetch(fetch, own) };
  }

  /** What requests to servers go by that the operator has named, which may be anywhere. */
  ofServers(runId: string | null, mark?: OwnMark): HostFetch {
    const own = this.#ownOf(runId, mark);
    const { fetch } = globalThis;
    if (own === null) return fetch;
    const marking = markFetch(fetch, own);
    return async (address, init) => {
      const url = new URL(address);
      if (!own.isOwn(url) && (await this.#leadsHere(url))) own.note(url);
      return marking(address, init);
    };
  }

  #ownOf(runId: string | null, given?: OwnMark): OwnRequests | null {
    const mark = runId === null ? given : this.markOf?.(runId);
    if (mark === undefined || (runId === null && !this.isServerKnown)) return null;
    return {
      mark,
      isOwn: (url) => this.#isOwn(url),
      note: (url) => {
        if (this.#ownNames.size < MOST_NAMES) this.#ownNames.add(url.host);
      },
    };
  }

  /** Whether an address is known to lead to the server itself before its name is looked up. */
  #isOwn(url: URL): boolean {
    const [host, port] = [hostOf(url), portOf(url)];
    const address = isIP(host) === 0 ? (knownAddress(host) ?? '') : host;
    return this.#ownNames.has(url.host) || this.own.isServer({ host, port, address });
  }

  #leadsHere(url: URL): Promise<boolean> {
    const [host, port] = [hostOf(url), portOf(url)];
    if (isIP(host) !== 0 || !this.own.hasPort(port)) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#lookUp(url.hostname, { all: true }, (error, found) => {
        const addresses = error === null ? toAddresses(found) : [];
        resolve(addresses.some(({ address }) => this.own.isServer({ host, port, address })));
      });
    });
  }

  /** From now on these rules hold, for requests of runs under way, too. Requests that were sent are answered. */
  change(config: ReachConfig): void {
    this.#config = config;
    this.#ways.clear();
    // A connection that is kept was allowed by the rules before.
    for (const connections of this.#connections.values()) closeUnused(connections);
    this.#connections.clear();
  }

  #wayOf(workflow: string): ReachWay {
    const way = this.#ways.get(workflow) ?? this.#openWay(workflow);
    this.#ways.set(workflow, way);
    return way;
  }

  #openWay(workflow: string): ReachWay {
    const lists = this.#config.workflows.get(workflow);
    const own = lists === undefined ? [] : [{ ...lists, workflow }];
    const rules = new ReachRules([...own, { ...this.#config, workflow: null }], this.own);
    const createGuard = (allowed: 'some' | 'every'): ConnectGuard =>
      guardConnections({
        rules,
        workflow,
        lookUp: this.#lookUp,
        allowed,
        onRefuse: (refusal) => this.onRefuse(refusal),
        isUnmarked: (url, address) =>
          (this.markOf !== null || this.isServerKnown) &&
          !this.#isOwn(url) &&
          this.own.isServer({ host: hostOf(url), port: portOf(url), address }),
      });
    const connections = this.#connectionsOf(lists === undefined ? '' : workflow);
    const guarded = { ...connections, guard: createGuard('some') };
    const [direct, byProxy] = [createFetch(guarded), fetchByProxy(createGuard('every'))];
    return {
      exchange: createExchange(guarded),
      fetch: (address, init) => (this.#isProxied(new URL(address)) ? byProxy : direct)(address, init),
    };
  }

  #connectionsOf(key: string): Connections {
    const connections = this.#connections.get(key) ?? openConnections(null);
    this.#connections.set(key, connections);
    return connections;
  }
}

/** What a guard decides by. */
interface GuardParts {
  readonly rules: ReachRules;
  /** What is named where something is refused. */
  readonly workflow: string;
  readonly lookUp: LookupFunction;
  /** How many of the addresses of a name have to be allowed. The connection is made to one that is. */
  readonly allowed: 'some' | 'every';
  readonly onRefuse: (refusal: ReachRefusal) => void;
  /** Whether a request leads to the server itself by an address of its host, and no one knew. */
  readonly isUnmarked: (url: URL, address: string) => boolean;
}

function guardConnections({
  rules,
  workflow,
  lookUp,
  allowed: needed,
  onRefuse,
  isUnmarked,
}: GuardParts): ConnectGuard {
  return (url) => {
    const [host, port] = [hostOf(url), portOf(url)];
    const refuse = (address: string): ReachRefusal | null => rules.refuse({ host, port, address });
    const toError = (refusal: ReachRefusal, address: string): EgressError => {
      onRefuse(refusal);
      return explainReach(refusal, { host, port, address }, workflow);
    };
    const known = isIP(host) === 0 ? knownAddress(host) : host;
    const refused = known === null ? null : refuse(known);
    if (known !== null && refused !== null) throw toError(refused, known);
    return (name, options, done) => {
      lookUp(name, { ...options, all: true }, (error, found) => {
        if (error !== null) return done(error, []);
        const addresses = toAddresses(found);
        const judged = addresses.map((each) => ({ ...each, refusal: refuse(each.address) }));
        const [bad] = judged.flatMap(({ address, refusal }) => (refusal === null ? [] : [{ address, refusal }]));
        const allowed = addresses.filter((_, index) => judged[index]?.refusal === null);
        const [first] = allowed;
        if (first === undefined || (needed === 'every' && bad !== undefined))
          return done(bad === undefined ? new Error('ENOTFOUND') : toError(bad.refusal, bad.address), []);
        if (allowed.some(({ address }) => isUnmarked(url, address))) return done(new UnmarkedError(), []);
        if (options.all === true) done(null, allowed);
        else done(null, first.address, first.family);
      });
    };
  };
}

function knownAddress(host: string): string | null {
  return KNOWN_NAMES.get(host.endsWith('.localhost') ? 'localhost' : host) ?? null;
}

function toAddresses(found: string | readonly LookupAddress[]): readonly LookupAddress[] {
  return typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
}

/** The proxies of the environment connect and look names up: what leads astray where it is looked up here is refused all the same. */
function fetchByProxy(guard: ConnectGuard): HostFetch {
  return async (address, init) => {
    const url = new URL(address);
    const look = guard(url);
    if (isIP(hostOf(url)) === 0)
      await new Promise<void>((resolve, reject) => {
        look(url.hostname, { all: true }, (error) => {
          // Behind a proxy, names of the Internet may have no address here.
          if (error === null || 'syscall' in error) resolve();
          else reject(error);
        });
      });
    return globalThis.fetch(address, init);
  };
}
