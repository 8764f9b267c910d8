import { type Data, isDataMap } from '../../base/index.ts';
import { isList } from './formatData.ts';

/** Deep equality of authored data; the order of keys counts, since the order of routes does. */
export function equalData(a: Data | undefined, b: Data | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a === undefined || b === undefined) return false;
  if (isDataMap(a) || isDataMap(b)) {
    if (!isDataMap(a) || !isDataMap(b) || a.size !== b.size) return false;
    const others = [...b];
    return [...a].every(([key, value], index) => key === others[index]?.[0] && equalData(value, others[index]?.[1]));
  }
  if (!isList(a) || !isList(b) || a.length !== b.length) return false;
  return a.every((item, index) => equalData(item, b[index]));
}
