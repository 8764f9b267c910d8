import type { Json } from '../../base/index.ts';
import { formatSecretPlaceholder, isGuessable, type ResolveSecret } from './placeholder.ts';
import { createRedactor, MASK } from './redact.ts';

/** The secrets of one run, and their placeholders. */
export interface Vault {
  /** The placeholder of a secret by the variable's name; undefined when the vault has none of that name. */
  readonly placeholderOf: (name: string) => string | undefined;
  /** For the performer: the value behind a placeholder's token. */
  readonly resolveSecret: ResolveSecret;
  /**
   * The input of a run, with every secret in it replaced by its placeholder. Secrets that can be guessed are left: the file
   * may suggest inputs, and a run that sees which of many values was replaced knows the secret.
   */
  readonly conceal: (value: Json) => Json;
  /** As `conceal`, in steps between which others may have the thread. */
  readonly concealInSteps: (value: Json) => Generator<void, Json>;
  /** The output of a run for the user, with every secret and every placeholder in it masked. */
  readonly mask: (value: Json) => Json;
  /** As `mask`, in steps between which others may have the thread. */
  readonly maskInSteps: (value: Json) => Generator<void, Json>;
}

/** A secret by its variable's name. */
export interface VaultEntry {
  readonly name: string;
  /** Empty while there is none, and where it is read. */
  readonly value: string;
  /** Reads the value from what keeps it, each time it is needed: it may be set, or change, during a run. */
  readonly read?: () => string;
}

/** The value of a secret now; empty while there is none. */
export function readSecret({ value, read }: VaultEntry): string {
  return read === undefined ? value : read();
}

/**
 * Creates the vault of a run. `salt` goes into every placeholder: with one that is unknown outside the run, a text from
 * elsewhere (`⟦secret:API_KEY⟧` in a web page) stays a text.
 */
export function createVault(secrets: readonly VaultEntry[], salt: string): Vault {
  const tokens = new Map(secrets.map(({ name }) => [name, `${name}.${salt}`]));
  const entries = new Map(secrets.map((entry) => [`${entry.name}.${salt}`, entry]));
  const placeholderOf = (name: string): string | undefined => {
    const token = tokens.get(name);
    return token === undefined ? undefined : formatSecretPlaceholder(token);
  };
  const known = secrets.flatMap((entry) => {
    const value = readSecret(entry);
    return value === '' ? [] : [{ value, placeholder: placeholderOf(entry.name) ?? '' }];
  });
  const concealed = known.filter(({ value }) => !isGuessable(value));
  const concealer = createRedactor(new Map(concealed.map(({ value, placeholder }) => [value, placeholder])));
  const masker = createRedactor(
    new Map(
      [...known.map(({ value }) => value), ...secrets.map(({ name }) => placeholderOf(name) ?? '')].map((text) => [
        text,
        MASK,
      ]),
    ),
  );
  return {
    placeholderOf,
    resolveSecret: (token) => {
      const entry = entries.get(token);
      return (entry && readSecret(entry)) || undefined;
    },
    conceal: concealer.redact,
    concealInSteps: concealer.redactInSteps,
    mask: masker.redact,
    maskInSteps: masker.redactInSteps,
  };
}
