import { ActiveList, type Listed } from '../../base/index.ts';

/** What an activation may have in flight: mostly nothing, else mostly one kind. */
export class InFlight<Scope extends Listed<Scope>, Part extends Listed<Part>, Release> {
  private madeCalls: Set<string> | null = null;
  private madeTimers: Set<string> | null = null;
  private madeScopes: ActiveList<Scope> | null = null;
  private madeParts: ActiveList<Part> | null = null;
  private madeReleases: Set<Release> | null = null;

  get isEmpty(): boolean {
    return (
      isNone(this.madeCalls) &&
      isNone(this.madeTimers) &&
      (this.madeScopes === null || this.madeScopes.isEmpty) &&
      (this.madeParts === null || this.madeParts.isEmpty) &&
      isNone(this.madeReleases)
    );
  }

  get calls(): Set<string> {
    this.madeCalls ??= new Set();
    return this.madeCalls;
  }

  get timers(): Set<string> {
    this.madeTimers ??= new Set();
    return this.madeTimers;
  }

  get scopes(): ActiveList<Scope> {
    this.madeScopes ??= new ActiveList();
    return this.madeScopes;
  }

  get parts(): ActiveList<Part> {
    this.madeParts ??= new ActiveList();
    return this.madeParts;
  }

  get releases(): Set<Release> {
    this.madeReleases ??= new Set();
    return this.madeReleases;
  }
}

function isNone(set: Set<unknown> | null): boolean {
  return set === null || set.size === 0;
}
