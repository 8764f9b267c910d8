import type { Json, JsonObject } from '../../base/index.ts';

/** How many characters an answer has where the caller says nothing. */
const USUAL = 6_000;
const LEAST = 500;
const MOST = 60_000;

/** The argument of each tool whose answer may be long. */
export const BUDGET: JsonObject = {
  type: 'integer',
  minimum: LEAST,
  maximum: MOST,
  description: `characters the answer may have, about; ${USUAL} when absent`,
};

/** How many characters a call allows. */
export function budgetOf({ budget }: JsonObject): number {
  return typeof budget === 'number' ? Math.min(MOST, Math.max(LEAST, budget)) : USUAL;
}

/** The first items of a list that fit, and how many are omitted. At least one of them is there, cut where it is longer than all of it. */
export function fitList(
  items: readonly Json[],
  budget: number,
): { readonly shown: readonly Json[]; readonly left: number } {
  let left = budget;
  const shown: Json[] = [];
  for (const item of items) {
    left -= JSON.stringify(item).length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(left < 0 ? fitValue(item, budget) : item);
  }
  return { shown, left: items.length - shown.length };
}

/** A value as it is, or, where that is too long, the beginning of its text with what is omitted. */
export function fitValue(value: Json, budget: number): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= budget ? value : fitText(text, budget);
}

/** The beginning of a text that fits. */
export function fitText(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const end = text.charCodeAt(budget - 1) >= 0xd800 && text.charCodeAt(budget - 1) < 0xdc00 ? budget - 1 : budget;
  return `${text.slice(0, end)}… (${text.length - end} characters omitted)`;
}
