import { networkInterfaces } from 'node:os';
import { hostOf, portOf, type ReachTarget } from './matchEntry.ts';
import { findSpecial, formsOf } from './specialRanges.ts';

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
