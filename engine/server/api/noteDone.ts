import type { AuditEntry } from './AuditFile.ts';
import type { ApiParts, ApiRequest } from './Route.ts';

/** A run to which something was done; the workflow may not be known. */
interface ActedOn {
  readonly id: string;
  readonly workflow: string | null;
}

/** Keeps who did what to a run. @param by who, where no token was sent; absent: the address */
export function noteDone(
  { audit }: Pick<ApiParts, 'audit'>,
  { token, visitor }: Pick<ApiRequest, 'token' | 'visitor'>,
  {
    run,
    by,
    ...done
  }: Pick<AuditEntry, 'action' | 'signal' | 'repeat'> & { readonly run: ActedOn; readonly by?: string },
): void {
  const who = token === null ? (by ?? visitor) : tokenName(token);
  const { id, workflow } = run;
  audit?.note({ ...done, by: who, token: token?.id ?? null, run: id, ...(workflow === null ? {} : { workflow }) });
}

/** Keeps who paused or resumed a schedule. */
export function noteSteered(
  { audit }: Pick<ApiParts, 'audit'>,
  { token, visitor }: Pick<ApiRequest, 'token' | 'visitor'>,
  done: Pick<AuditEntry, 'action' | 'schedule'>,
): void {
  audit?.note({ ...done, by: token === null ? visitor : tokenName(token), token: token?.id ?? null });
}

/** How a token is named where it is told what started a run. */
export function tokenName({ name }: { readonly name: string }): string {
  return `token ${name}`;
}
