import { isJsonObject, type Json, jsonObject } from '../base/index.ts';

/** Keys whose value is a credential (seed, Authentication; and the headers of HTTP). */
const CREDENTIAL_KEY =
  /^(x[-_])?(api[-_]?key|(access|auth|bearer|refresh)?[-_]?token|(client)?[-_]?secret|password|authorization)$/i;

const MASK = '••••••';

/** A request as events may show it: texts in credential fields are masked, whatever they hold. */
export function redactCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(redactCredentials);
  if (!isJsonObject(value)) return value;
  return jsonObject(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && inner !== '' && CREDENTIAL_KEY.test(key) ? MASK : redactCredentials(inner),
    ]),
  );
}
