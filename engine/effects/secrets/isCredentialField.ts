import { isCredentialKey } from '../../schema/index.ts';

/** Further names that people give to credentials in what they send. Those of the format are also masked in events (`isCredentialKey`). */
const FURTHER =
  /^(pass(phrase|[-_]?code)|pwd|credentials?|cookie|(access|secret|account|signing|encryption|license|subscription|app|auth)[-_]?key|secret[-_]?access[-_]?key|(session|id|csrf|xsrf|shared|app|api|webhook|signing)[-_]?(token|secret)|x[-_].*[-_](token|key|secret))$/i;

/** Whether a field of this name holds a credential, in a workflow or in what it sends. */
export function isCredentialField(key: string): boolean {
  return isCredentialKey(key) || FURTHER.test(key);
}
