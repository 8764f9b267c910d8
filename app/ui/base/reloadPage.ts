/** Reloads the page. Work is kept: changes are stored as they are made, and a run resumes from its journal. */
export function reloadPage(): void {
  globalThis.location.reload();
}
