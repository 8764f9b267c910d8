/** The seed's credential fields (`api_key`, `apiKey`, `token`), what HTTP calls them, and the names people give them. */
const CREDENTIAL_KEY =
  /^(x[-_])?(api[-_]?key|(access|auth|bearer|refresh)?[-_]?token|(client[-_]?)?secret|passw(or)?d|authorization|private[-_]?key)$/i;

/** Whether a key of this name holds a credential (seed, Authentication): its text is masked, and `check` wants no secret in clear there. */
export function isCredentialKey(key: string): boolean {
  return CREDENTIAL_KEY.test(key);
}
