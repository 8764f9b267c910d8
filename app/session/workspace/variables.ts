import type { Variable } from '#engine/worker';
import { readOnlyReason } from '../document/readOnly.ts';
import { notify } from '../store/notices.ts';
import { update } from '../store/store.ts';

/** Replaces the workspace's variables: what `env.NAME` reads. They are kept on this device and never written to YAML. */
export function setVariables(variables: readonly Variable[]): void {
  const blocked = readOnlyReason();
  if (blocked) notify({ kind: 'warning', message: blocked });
  else update({ workspace: { variables } });
}
