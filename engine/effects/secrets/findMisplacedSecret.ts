import { isJsonObject, type Json } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { isCredentialField } from './isCredentialField.ts';
import { listSecrets } from './placeholder.ts';

/** A secret in a place where none is allowed. */
export interface MisplacedSecret {
  /** Null for one in Base64, which is not decoded. */
  readonly name: string | null;
  /** Such as `input.message`. */
  readonly where: string;
}

/** The beginning of a placeholder in Base64, wherever in a group of three bytes it begins. */
const ENCODED = /[+-]mc2VjcmV0O|KfpnNlY3JldD|in6ZzZWNyZXQ6/;

/** Credentials that the egress decodes, puts the value into, and encodes again. */
const BASIC = /^\s*Basic\s/i;

/** Where models and the backends of a memory take secrets besides credential fields. */
const BACKEND_KEYS: ReadonlySet<string> = new Set(['url', 'headers', 'query']);

/**
 * Finds a secret where it would not stay secret: in a prompt, a log, a text that is stored. Credential fields
 * (`api_key`, `token`, …) may hold one, alone or inside text, and so may headers, addresses and queries.
 */
export function findMisplacedSecret(call: Call): MisplacedSecret | null {
  switch (call.type) {
    case 'tool.call': {
      const places = findBuiltIn(call.use)?.secretPlaces ?? [];
      return findIn({ input: call.input, config: call.config }, [], (path) => isAmong(places, path));
    }
    case 'model.call': {
      const { config, instructions, messages, tools } = call;
      const said = messages.map(({ content, toolCalls }): Json => ({ content, tool_calls: toolCalls ?? null }));
      const described = tools.map(({ description, inputSchema }): Json => ({ description, input_schema: inputSchema }));
      return (
        findIn({ config }, [], isBackendPlace) ??
        findIn({ instructions, messages: said, tools: described }, [], () => false)
      );
    }
    case 'memory.call':
      return (
        findIn({ memory: call.memory }, [], isBackendPlace) ?? findIn({ request: { ...call.request } }, [], () => false)
      );
  }
}

function isAmong(places: readonly (readonly string[])[], path: readonly string[]): boolean {
  return places.some((place) => place.every((key, index) => path[index] === key));
}

function isBackendPlace(path: readonly string[]): boolean {
  return path.some((key) => BACKEND_KEYS.has(key));
}

function findIn(
  value: Json,
  path: readonly string[],
  isOpen: (path: readonly string[]) => boolean,
): MisplacedSecret | null {
  if (typeof value === 'string') {
    const [name] = listSecrets(value);
    const where = path.join('.');
    if (name === undefined) return ENCODED.test(value) && !BASIC.test(value) ? { name: null, where } : null;
    return path.some(isCredentialField) || isOpen(path) ? null : { name, where };
  }
  const entries = Array.isArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  for (const [key, item] of entries) {
    const [inKey] = listSecrets(String(key));
    if (inKey !== undefined) return { name: inKey, where: path.join('.') };
    const found = findIn(item as Json, [...path, String(key)], isOpen);
    if (found !== null) return found;
  }
  return null;
}
