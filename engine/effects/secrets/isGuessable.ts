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
