import type { RefusalRule, RefusedBy } from '../../../service/index.ts';
import type { ApiProblem, ProblemCode } from '../ApiProblem.ts';

/** The rule behind each refusal that no other rule has claimed. What is missing was not refused by a rule, or is counted where it is refused. */
const RULES: Partial<Record<ProblemCode, RefusalRule>> = {
  TOKEN_NEEDED: 'token',
  TOKEN_REFUSED: 'token',
  SCOPE_NEEDED: 'scope',
  SITE_REFUSED: 'site',
  HOST_REFUSED: 'host',
  BODY_TIMEOUT: 'body',
  TOO_LARGE: 'body',
  HEADERS_TOO_LARGE: 'headers',
  TOO_MANY_REQUESTS: 'requests',
  TOO_MANY_STREAMS: 'streams',
};

/** The rule that refused a request; null where none did, or it is counted already. */
export function ruleOf({ code, refusedBy }: ApiProblem): RefusedBy | null {
  if (refusedBy !== undefined) return refusedBy;
  const rule = RULES[code];
  return rule === undefined ? null : { rule, code };
}
