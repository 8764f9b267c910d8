import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import { isCredentialKey } from '../../schema/index.ts';

const MASK = '••••••';

/** A request as events may show it: texts in credential fields are masked, whatever they hold. */
export function redactCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(redactCredentials);
  if (!isJsonObject(value)) return value;
  return jsonObject(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && inner !== '' && isCredentialKey(key) ? MASK : redactCredentials(inner),
    ]),
  );
}
