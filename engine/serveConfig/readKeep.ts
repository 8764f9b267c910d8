import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { PlacedMessage } from './inputTemplate.ts';
import { ENDS, readSize } from './keepSchema.ts';

/** How many of some runs are kept, and for how long; null: however many, and for ever. */
interface KeepLimits {
  /** The newest. */
  readonly runs: number | null;
  /** After their end. */
  readonly days: number | null;
}

/** What is otherwise for some runs. */
export interface KeepRule extends KeepLimits {
  /** The name of a workflow, in which `*` stands for any characters; null: of any. */
  readonly workflow: string | null;
  /** Null: however they have ended. */
  readonly status: (typeof ENDS)[number] | null;
}

/** Which runs are kept once they have ended. */
export interface KeepConfig extends KeepLimits {
  /** Of all that is kept; null: however many. */
  readonly bytes: number | null;
  /** Where journals are moved instead of being deleted; null: they are deleted. */
  readonly archive: string | null;
  /** The first one that fits a run goes before `runs` and `days`. */
  readonly rules: readonly KeepRule[];
}

/** Reads `keep`, which fits its schema; null where there is none. Adds to `findings` what is wrong in it all the same. */
export function readKeep(value: Json | undefined, findings: PlacedMessage[]): KeepConfig | null {
  if (value === undefined || !isJsonObject(value)) return null;
  const { bytes = null, archive = null, rules } = value;
  const read = (Array.isArray(rules) ? rules : []).map((rule, index) =>
    readRule(isJsonObject(rule) ? rule : {}, (message) =>
      findings.push({ path: ['keep', 'rules', String(index)], message }),
    ),
  );
  return {
    ...readLimits(value),
    bytes: readSize(bytes, (message) => findings.push({ path: ['keep', 'bytes'], message })),
    archive: typeof archive === 'string' ? archive : null,
    rules: read,
  };
}

function readRule(rule: JsonObject, find: (message: string) => void): KeepRule {
  const { workflow = null, status: asked = null } = rule;
  const limits = readLimits(rule);
  const status = ENDS.find((each) => each === asked) ?? null;
  if (workflow === null && status === null) find('matches every run. Add workflow, status or both.');
  if (limits.runs === null && limits.days === null) find('has no limit. Add runs, days or both.');
  return { workflow: typeof workflow === 'string' ? workflow : null, status, ...limits };
}

function readLimits({ runs = null, days = null }: JsonObject): KeepLimits {
  return { runs: typeof runs === 'number' ? runs : null, days: typeof days === 'number' ? days : null };
}
