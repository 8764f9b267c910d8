import { isJsonObject, type Json, type JsonObject, toText } from '../base/index.ts';

/** Where the value of a secret is. */
export type SecretSource =
  /** A variable of the environment of the server. */
  | { readonly type: 'environment'; readonly name: string }
  /** From the folder on. */
  | { readonly type: 'file'; readonly file: string }
  /** What a program prints. */
  | { readonly type: 'command'; readonly command: readonly string[] };

/** The keys of a map that says where a value is, if not in the environment. */
export const SECRET_KEYS = {
  file: {
    type: 'string',
    minLength: 1,
    description: 'The file with the value: an absolute path, or one relative to the folder.',
  },
  command: {
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
    description:
      'The program that prints the value, as a list of its name and arguments, such as [vault, kv, get, -field=key, secret/api]. It runs without a shell, and is stopped after 10 s.',
  },
} as const satisfies JsonObject;

/** What is wrong with a command combined with a file. */
export const BOTH_SOURCES = 'is given together with file. Keep one of them.';

/**
 * What a value that fits the schema says; null where it says nothing, so that the value is in the environment.
 *
 * @param onBoth told where it has both, which is an error
 */
export function readSecretSource(says: Json | undefined, onBoth: () => void): SecretSource | null {
  const { file, command } = isJsonObject(says ?? null) ? (says as JsonObject) : {};
  if (file !== undefined && command !== undefined) onBoth();
  if (typeof file === 'string') return { type: 'file', file };
  return Array.isArray(command) ? { type: 'command', command: command.map((part) => toText(part)) } : null;
}
