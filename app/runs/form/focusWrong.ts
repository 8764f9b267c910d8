/** Leads to a field whose text is not what it takes (no number, no JSON): what is on screen would not be what is sent. */
export function focusWrong(form: HTMLElement): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"][data-draft]');
  // What is folded cannot have the focus.
  const fold = wrong?.closest('details');
  if (fold) fold.open = true;
  wrong?.focus();
  return wrong !== null;
}
