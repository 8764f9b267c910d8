/**
 * How a secret looks everywhere but on the wire: opaque text that only the egress turns into the value. The second form is
 * the same after percent-encoding, as `encodeURI(env.X)` in an expression makes it.
 */
const PLACEHOLDER = /⟦secret:([^⟦⟧]+)⟧|%E2%9F%A6secret(?::|%3A)((?:(?!%E2%9F%A7)[^⟦⟧])+)%E2%9F%A7/gi;

/** Finds the value of a placeholder's token; undefined when there is none. */
export type ResolveSecret = (token: string) => string | undefined;

/**
 * The placeholder of a secret in `env`, inputs, journal and events. The token is the variable's name, or the
 * name with a suffix that cannot be guessed, so that data from outside cannot ask for a secret (see `createVault`).
 */
export function formatSecretPlaceholder(token: string): string {
  return `⟦secret:${token}⟧`;
}

/** Replaces every placeholder in a text; what is in a value stays as it is. `encode` shapes each value for its place (a URL, a header). */
export function revealText(
  text: string,
  reveal: (token: string) => string,
  encode: (value: string, at: number) => string,
): string {
  return text.replace(PLACEHOLDER, (_match, plain: string | undefined, encoded: string | undefined, at: number) =>
    plain === undefined ? encodePart(reveal(decodeURIComponent(encoded ?? ''))) : encode(reveal(plain), at),
  );
}

/** Percent-encodes all but letters, digits and `-._~`: no parser of addresses changes what is left. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A text as its author wrote it: each placeholder as the template that gives it. For messages. */
export function toTemplateWords(text: string): string {
  return revealText(
    text,
    (token) => `{{ env.${nameOfToken(token)} }}`,
    (words) => words,
  ).replaceAll(/%7B%7B%20(env\.[^%]+)%20%7D%7D/g, '{{ $1 }}');
}

/** The tokens of every placeholder in a text. */
export function listTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  const note = (token: string): string => {
    tokens.push(token);
    return '';
  };
  revealText(text, note, (value) => value);
  return tokens;
}

/** The names of the secrets whose placeholders are in a text. */
export function listSecrets(text: string): readonly string[] {
  return listTokens(text).map(nameOfToken);
}

/** The variable of a token. */
export function nameOfToken(token: string): string {
  return token.split('.')[0] ?? token;
}

/** How long a value of letters and digits must be to be taken for a random one. */
const LONG = 20;

/** How many different characters it must have. */
const VARIED = 10;

/**
 * Whether someone could try all values such a secret may have: a PIN, a password, words. A run that sees which of its
 * guesses are masked would learn such a secret, so it is guarded by where a run's data may go (see `Exposure`), not by
 * masking alone. Keys that services give out are long, and mix letters and digits.
 */
export function isGuessable(value: string): boolean {
  const isMixed = /\d/.test(value) && /\p{L}/u.test(value);
  return value.length < LONG || !isMixed || new Set(value).size < VARIED;
}
