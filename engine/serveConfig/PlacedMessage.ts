/** What is wrong at a place of the configuration. */
export interface PlacedMessage {
  /** Its keys from the top. */
  readonly path: readonly string[];
  /** What follows the names of the keys. */
  readonly message: string;
}
