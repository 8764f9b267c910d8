import { isJsonObject, type Json, toText } from '../../base/index.ts';
import type { PlacedMessage } from '../inputTemplate.ts';
import { parseReachEntry, type ReachEntry } from './reachEntry.ts';

/** What may be called, and what may not; where both match, it may not. */
export interface ReachLists {
  readonly allow: readonly ReachEntry[];
  readonly deny: readonly ReachEntry[];
}

/** `reach`: for all workflows, and by the name of one, which goes before that. */
export interface ReachConfig extends ReachLists {
  readonly workflows: ReadonlyMap<string, ReachLists>;
}

/** Reads `reach`, which fits its schema; adds to `findings` what is wrong in it all the same. */
export function readReach(value: Json | undefined, findings: PlacedMessage[]): ReachConfig {
  const says = isJsonObject(value) ? value : {};
  const { workflows } = says;
  const entries = isJsonObject(workflows) ? Object.entries(workflows) : [];
  return {
    ...readLists(says, ['reach'], findings),
    workflows: new Map(
      entries.map(([name, lists]) => [name, readLists(lists, ['reach', 'workflows', name], findings)]),
    ),
  };
}

function readLists(says: Json, path: readonly string[], findings: PlacedMessage[]): ReachLists {
  const read = (key: 'allow' | 'deny'): readonly ReachEntry[] => {
    const list = isJsonObject(says) ? says[key] : [];
    return (Array.isArray(list) ? list : []).flatMap((text: Json, index) => {
      const entry = parseReachEntry(toText(text));
      if (entry.ok) return [entry.value];
      findings.push({ path: [...path, key, String(index)], message: entry.error });
      return [];
    });
  };
  return { allow: read('allow'), deny: read('deny') };
}
