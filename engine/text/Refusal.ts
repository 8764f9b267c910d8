/**
 * Why a command does not apply now. A value, never thrown: the interface disables or explains.
 * `code` is SCREAMING_SNAKE; `subject` names the thing (a task id, a key); `message` says what and what to do.
 */
export interface Refusal {
  readonly code: string;
  readonly subject: string;
  readonly message: string;
}
