import type { ServedRun } from '../../service/index.ts';
import type { AuditEntry } from './AuditFile.ts';
import type { ApiParts, ApiRequest } from './Route.ts';

/** Keeps who did what to a run. @param by who, where no token was sent; absent: the address */
export function noteDone(
  { audit }: Pick<ApiParts, 'audit'>,
  { token, visitor }: Pick<ApiRequest, 'token' | 'visitor'>,
  {
    run,
    by,
    ...done
  }: Pick<AuditEntry, 'action' | 'signal' | 'repeat'> & { readonly run: ServedRun; readonly by?: string },
): void {
  const who = token === null ? (by ?? visitor) : tokenName(token);
  audit?.note({ ...done, by: who, token: token?.id ?? null, run: run.id, workflow: run.workflow });
}

/** How a token is named where it is told what started a run. */
export function tokenName({ name }: { readonly name: string }): string {
  return `token ${name}`;
}
