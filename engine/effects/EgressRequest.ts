/** A request as a tool describes it: placeholders of secrets still in place. */
export interface EgressRequest {
  /** Absolute, or relative to the egress's base. */
  readonly url: string;
  /** Added to the address's own query. */
  readonly query: readonly (readonly [string, string])[];
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
  /** True: the body may hold secrets (its credential fields do). Else one in it is refused. */
  readonly mayRevealBody?: true;
}
