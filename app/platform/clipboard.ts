/** Puts text on the clipboard; false when the browser does not let the page. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    if (!('clipboard' in navigator)) return copyByEvent(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The way of a page that came over plain HTTP, which has no `navigator.clipboard`: the browser copies, and the text is put in. */
function copyByEvent(text: string): boolean {
  let isDone = false;
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isDone = true;
  };
  document.addEventListener('copy', put, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', put, { capture: true });
  return isDone;
}

/** Reads text from the clipboard; null when the browser does not let the page. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
