import { type Data, isDataMap } from '../base/index.ts';
import { collectReferences } from '../expression/index.ts';
import { originsIn, type ParseOrigin } from './reachOfAddress.ts';

/** What texts read and name, wherever in them it is. */
export interface TextReach {
  readonly origins: ReadonlySet<string>;
  /** Names read as `env.NAME`. */
  readonly variables: ReadonlySet<string>;
  /** True: `env` is read as a whole, or by a name that is computed. */
  readonly readsAllVariables: boolean;
}

/** Keys whose text is an address; `default` is one where a schema fills in what is missing. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'base_url', 'default']);

/** Keys whose text is an expression without braces. */
const BARE_KEYS: ReadonlySet<string> = new Set(['condition', 'items', 'filter']);

/**
 * Reads whole documents rather than the fields that are known to be read: a field that is forgotten here would be one that
 * a stranger's file uses.
 */
export function reachOfText(documents: readonly Data[], parse: ParseOrigin): TextReach {
  const origins = new Set<string>();
  const variables = new Set<string>();
  let readsAllVariables = false;
  const noteText = (text: string, isBare: boolean): void => {
    for (const { root, path } of collectReferences(text, { bare: isBare })) {
      if (root !== 'env') continue;
      const [name] = path;
      if (typeof name === 'string') variables.add(name);
      else readsAllVariables = true;
    }
  };
  const visit = (data: Data, key: string | null): void => {
    if (typeof data === 'string') {
      noteText(data, false);
      if (key !== null && BARE_KEYS.has(key)) noteText(data, true);
      if (key !== null && ADDRESS_KEYS.has(key)) for (const origin of originsIn(data, parse)) origins.add(origin);
    } else if (Array.isArray(data)) for (const item of data) visit(item, key);
    else if (isDataMap(data)) for (const [name, value] of data) visit(value, name);
  };
  for (const document of documents) visit(document, null);
  return { origins, variables, readsAllVariables };
}
