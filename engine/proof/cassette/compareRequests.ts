import { equalJson, isJsonObject, type Json } from '../../base/index.ts';
import { cutText, partAt } from '../../text/index.ts';

/** One place at which two requests differ; undefined: it is not there. */
interface RequestChange {
  /** Keys and indexes, such as `input.json.items.0.id`. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly now: Json | undefined;
}

/** Where a request differs from an earlier one, in the order of its keys. */
function compareRequests(before: Json | undefined, now: Json | undefined, path = ''): readonly RequestChange[] {
  if (before !== undefined && now !== undefined && equalJson(before, now)) return [];
  const inside = (keys: readonly string[], read: (of: Json, key: string) => Json | undefined): RequestChange[] =>
    keys.flatMap((key) => [
      ...compareRequests(read(before ?? null, key), read(now ?? null, key), path === '' ? key : `${path}.${key}`),
    ]);
  if (isJsonObject(before ?? null) && isJsonObject(now ?? null)) {
    const keys = new Set([...Object.keys(before as object), ...Object.keys(now as object)]);
    return inside([...keys], (of, key) => (isJsonObject(of) && Object.hasOwn(of, key) ? of[key] : undefined));
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    const keys = Array.from({ length: Math.max(before.length, now.length) }, (_, index) => String(index));
    return inside(keys, (of, key) => (Array.isArray(of) ? (of[Number(key)] as Json | undefined) : undefined));
  }
  return [{ path, before, now }];
}

/** More changes than this are counted. */
const MOST_CHANGES = 3;
/** So much of a value is shown. */
const SHOWN = 60;

/** In what a request differs from an earlier one, in a sentence: `input.url was "…/1" and is "…/2"`. */
export function tellChanges(before: Json, now: Json): string {
  const changes = compareRequests(before, now);
  const told = changes.slice(0, MOST_CHANGES).map(tellChange);
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more ${more === 1 ? 'place differs' : 'places differ'}`] : [])].join('; ');
}

function tellChange({ path, before, now }: RequestChange): string {
  const place = path === '' ? 'it' : path;
  if (before === undefined) return `${place} is new: ${cutText(JSON.stringify(now), SHOWN)}`;
  if (now === undefined) return `${place} is gone, which was ${cutText(JSON.stringify(before), SHOWN)}`;
  const [was, is] = partAt(JSON.stringify(before), JSON.stringify(now), SHOWN);
  return `${place} was ${was} and is ${is}`;
}
