import { networkInterfaces } from 'node:os';
import { EgressError, fail } from '../../../effects/index.ts';
import { SERVE_CONFIG } from '../../../model/index.ts';
import type { ReachEntry, ReachLists } from '../../../serveConfig/index.ts';
import { findSpecial, formsOf, hostOf, matcherOf, portOf, type ReachTarget } from './specialRanges.ts';

/** Why a target may not be reached. */
export type ReachRefusal =
  /** An entry of `deny`; `workflow` null: that of all. */
  | { readonly type: 'denied'; readonly entry: string; readonly workflow: string | null }
  | { readonly type: 'special'; readonly kind: string; readonly words: string };

interface Level {
  readonly workflow: string | null;
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
}

interface Rule {
  readonly entry: ReachEntry;
  readonly fits: (target: ReachTarget) => boolean;
}

/**
 * What the calls of a workflow may reach. The first that says something of a target decides:
 *
 * | what says it                    | the target    |
 * |---------------------------------|---------------|
 * | `deny` of the workflow          | is refused    |
 * | `allow` of the workflow         | may be called |
 * | `deny`, `allow` of all          | likewise      |
 * | the server itself, its computer | is refused    |
 * | a special range of addresses    | is refused    |
 * | nothing                         | may be called |
 *
 * The server itself is allowed by entries with its port alone: who allows a program next to it does not mean it.
 */
export class ReachRules {
  readonly #levels: readonly Level[];
  readonly #own: OwnPlaces;

  constructor(levels: readonly (ReachLists & { readonly workflow: string | null })[], own: OwnPlaces) {
    this.#own = own;
    this.#levels = levels.map(({ workflow, allow, deny }) => ({
      workflow,
      allow: allow.map(toRule),
      deny: deny.map(toRule),
    }));
  }

  /** Why a target may not be reached; null where it may. */
  refuse(target: ReachTarget): ReachRefusal | null {
    const isOwn = this.#own.isServer(target);
    for (const { workflow, allow, deny } of this.#levels) {
      const denied = deny.find(({ fits }) => fits(target));
      if (denied !== undefined) return { type: 'denied', entry: denied.entry.text, workflow };
      if (allow.some(({ entry, fits }) => fits(target) && (!isOwn || entry.port !== null))) return null;
    }
    if (isOwn) return { type: 'special', kind: 'own', words: 'this server itself' };
    const special = findSpecial(target.address);
    if (special !== null) return { type: 'special', ...special };
    return this.#own.isComputer(target.address) ? { type: 'special', kind: 'loopback', words: 'this computer' } : null;
  }
}

function toRule(entry: ReachEntry): Rule {
  return { entry, fits: matcherOf(entry) };
}

/** Where the server itself is, and the computer it is on. */
export class OwnPlaces {
  readonly #ports = new Set<number>();
  readonly #hosts = new Set<string>();

  /** Notes a port of this computer that the server listens at. */
  addPort(port: number): void {
    this.#ports.add(port);
  }

  /** Notes the address of a part of the server. */
  addPlace(url: URL): void {
    const [host, port] = [hostOf(url), portOf(url)];
    this.#hosts.add(`${host}:${port}`);
    if (host === 'localhost' || this.isComputer(host)) this.#ports.add(port);
  }

  /** Whether the server listens at a port of this computer. */
  hasPort(port: number): boolean {
    return this.#ports.has(port);
  }

  /** Whether a target is the server. */
  isServer({ host, port, address }: ReachTarget): boolean {
    if (this.#ports.has(port) && this.isComputer(address)) return true;
    return this.#hosts.has(`${host}:${port}`) || this.#hosts.has(`${address}:${port}`);
  }

  /** Whether an address is one of this computer: they change while it runs. */
  isComputer(address: string): boolean {
    const kind = findSpecial(address)?.kind;
    if (kind === 'loopback' || kind === 'unspecified') return true;
    const forms = formsOf(address);
    return Object.values(networkInterfaces()).some((entries) =>
      (entries ?? []).some((entry) => formsOf(entry.address).some((own) => forms.includes(own))),
    );
  }
}

/** What a request fails with whose target may not be reached: which address that is, why, and what would allow it. */
export function explainReach(refusal: ReachRefusal, target: ReachTarget, workflow: string): EgressError {
  const { host, port, address } = target;
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const reason = refusal.type === 'denied' ? 'denied' : refusal.kind;
  const message = `${place} may not be called by workflows on this server: ${describe(refusal, target)} ${howTo(refusal, place, workflow)}`;
  return new EgressError(fail('AUTHORIZATION_ERROR', message, { type: 'reach', reason, host, port, address }));
}

function describe(refusal: ReachRefusal, { host, address }: ReachTarget): string {
  const leads = host === address ? null : `it leads to ${address}`;
  if (refusal.type === 'special')
    return leads === null ? `it is ${refusal.words}.` : `${leads}, which is ${refusal.words}.`;
  const { entry, workflow } = refusal;
  const refuses = `“${entry}” under ${keyOf(workflow)} refuses it.`;
  return leads === null ? refuses : `${leads}, and ${refuses}`;
}

function howTo(refusal: ReachRefusal, place: string, workflow: string): string {
  if (refusal.type === 'denied' && refusal.workflow !== null)
    return `To allow it, remove that entry from ${SERVE_CONFIG}.`;
  const allow = `allow: ["${place}"]`;
  const line = refusal.type === 'special' ? allow : `workflows: { ${JSON.stringify(workflow)}: { ${allow} } }`;
  return `Whoever runs the server can allow it in ${SERVE_CONFIG}: reach: { ${line} }`;
}

function keyOf(workflow: string | null): string {
  return workflow === null ? 'reach.deny' : `reach.workflows.${workflow}.deny`;
}
