import { isJsonObject, type Json } from '../../../base/index.ts';

/** Why a server refused, in its own words where the answer is a problem of RFC 9457. */
export function explainRefusal(status: number, body: Json): string {
  const detail = isJsonObject(body) ? body['detail'] : null;
  if (typeof detail === 'string' && detail !== '') return detail;
  return `It answers with the status ${status} and no reason: check whether “signalbox serve” is at this address.`;
}
