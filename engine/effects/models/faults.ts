/** Which fault of a provider it is. */
export interface FaultKind {
  /** Of format.md section 6. */
  readonly code: string;
  /** One word for programs: the value of `details.reason`. */
  readonly reason: string;
  /** True: the provider may say how long to wait. */
  readonly canWait?: boolean;
  /** The delay the provider asks for, in ms. */
  readonly retryAfter?: number | null;
}

/** What a provider answered in place of a turn. */
export interface ProviderAnswer {
  /** Status of the response, or the one its text amounts to. */
  readonly status: number;
  readonly message: string;
  /** Codes and types it gave, joined. */
  readonly type: string;
}

const CONTEXT =
  /context.?length|context window|maximum context|prompt is too long|too many (input )?tokens|input is too long|exceeds? the (maximum|max) (number of )?(input )?tokens?|input token count|reduce the length/i;
const KEY = /api.?key.{0,20}(invalid|not valid|incorrect)|(invalid|incorrect).{0,20}api.?key|API_KEY_INVALID/i;
const CREDIT = /insufficient_quota|insufficient balance|credit balance|payment required/i;
const MODEL =
  /model_not_found|invalid_model|unknown model|model\b.{0,120}\b(does not exist|not found|not exist|is not supported|is not available|not a valid model)|not a valid model/i;
const FILTER = /content_filter|content_policy|content management policy|flagged by|safety system|responsible ai/i;

/**
 * Classifies faults (format.md section 6; the first row that fits):
 *
 * | status, or what it says | code | reason |
 * |---|---|---|
 * | 4xx, the prompt is too long | LIMIT_ERROR | context |
 * | 4xx, content filter | PROVIDER_ERROR | refusal |
 * | 402, or no credit | AUTHORIZATION_ERROR | quota |
 * | 401, or a wrong key | AUTHENTICATION_ERROR | authentication |
 * | 403 | AUTHORIZATION_ERROR | authorization |
 * | 4xx, no such model | CONFIGURATION_ERROR | unknown_model |
 * | 404 | CONFIGURATION_ERROR | not_found |
 * | 408, 504, 524 | TIMEOUT_ERROR | timeout |
 * | 413 | LIMIT_ERROR | too_large |
 * | 429 | RATE_LIMIT_ERROR | rate_limit |
 * | 503, 529, overloaded | COMMUNICATION_ERROR | overload |
 * | other 5xx | COMMUNICATION_ERROR | server |
 * | else | PROVIDER_ERROR | bad_request |
 */
export function classifyFault({ status, message, type }: ProviderAnswer): FaultKind {
  const said = `${type} ${message}`;
  const isClient = status >= 400 && status < 500;
  if (isClient && status !== 429 && CONTEXT.test(said)) return { code: 'LIMIT_ERROR', reason: 'context' };
  if (isClient && FILTER.test(said)) return { code: 'PROVIDER_ERROR', reason: 'refusal' };
  if (status === 402 || (isClient && CREDIT.test(said))) return { code: 'AUTHORIZATION_ERROR', reason: 'quota' };
  if (status === 401 || (isClient && KEY.test(said))) return { code: 'AUTHENTICATION_ERROR', reason: 'authentication' };
  if (status === 403) return { code: 'AUTHORIZATION_ERROR', reason: 'authorization' };
  if (status === 429) return { code: 'RATE_LIMIT_ERROR', reason: 'rate_limit', canWait: true };
  if (isClient && MODEL.test(said)) return { code: 'CONFIGURATION_ERROR', reason: 'unknown_model' };
  if (status === 404) return { code: 'CONFIGURATION_ERROR', reason: 'not_found' };
  if (status === 408 || status === 504 || status === 524) return { code: 'TIMEOUT_ERROR', reason: 'timeout' };
  if (status === 413) return { code: 'LIMIT_ERROR', reason: 'too_large' };
  if (status === 503 || status === 529 || (status >= 500 && /overload/i.test(said))) {
    return { code: 'COMMUNICATION_ERROR', reason: 'overload', canWait: true };
  }
  if (status >= 500) return { code: 'COMMUNICATION_ERROR', reason: 'server', canWait: true };
  return { code: 'PROVIDER_ERROR', reason: 'bad_request' };
}
