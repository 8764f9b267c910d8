import { isJsonObject, type Json } from '../../base/index.ts';
import type { Call } from '../../run/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { isCredentialField } from './isCredentialField.ts';
import { listSecrets } from './placeholder.ts';

/** A secret in a place where none is allowed. */
export interface MisplacedSecret {
  readonly name: string;
  /** Such as `input.message`. */
  readonly where: string;
}

/** Where models and the backends of a memory take secrets beside credential fields. */
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
    const isPlace = name === undefined || path.some(isCredentialField) || isOpen(path);
    return isPlace ? null : { name, where: path.join('.') };
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
