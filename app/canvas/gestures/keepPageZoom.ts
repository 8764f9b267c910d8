/** Keeps a pinch over an element, and over all in it, from zooming the page. Returns a function that ends this. */
export function keepPageZoom(element: EventTarget): () => void {
  element.addEventListener('wheel', hold, { passive: false });
  return () => element.removeEventListener('wheel', hold);
}

/** A pinch on a trackpad arrives as a wheel with Ctrl. */
function hold(event: Event & { readonly ctrlKey?: boolean }): void {
  if (event.ctrlKey) event.preventDefault();
}
