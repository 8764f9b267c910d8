import type { NamedGrant, ProcessPorts, Variable } from '../../hosts/node/index.ts';

/** What the runs of a service are given. */
export interface GivenToRuns {
  readonly variables: readonly Variable[];
  readonly ports: ProcessPorts & { readonly workspace: string; readonly grants: readonly NamedGrant[] };
}
