import type { SeenServer } from './useServer.ts';

const SCOPES = {
  read: 'You may see runs',
  run: 'You may see, start and control runs',
  admin: 'You may do everything',
} as const;

/** What the token of a server may do, in a sentence; empty until that is known. */
export function describeAccess({ access, isKnown }: Pick<SeenServer, 'access' | 'isKnown'>): string {
  if (access === null) return isKnown ? 'The server is of an earlier version, which does not tell everything' : '';
  const { scope, workflows } = access;
  return workflows === null ? SCOPES[scope] : `${SCOPES[scope]}, only for ${workflows.join(', ')}`;
}

/** Why nothing can be changed with the token; undefined where it can, or that is not known. */
export function explainNoChange({ access }: Pick<SeenServer, 'access'>): string | undefined {
  return access?.scope === 'read' ? 'Your token may only read. Use one with scope run.' : undefined;
}

/** Why the load of a server is not shown. */
export function explainNoLoad({ access, isKnown }: Pick<SeenServer, 'access' | 'isKnown'>): string {
  if (!isKnown) return 'Asking the server…';
  if (access === null) return 'The server is of an earlier version. Update it to see this.';
  if (access.workflows !== null)
    return 'This is about the whole server, and your token is limited to some workflows. Use one that is not limited.';
  return 'The runs are on Restate: the cluster decides how many are active and which are kept.';
}
