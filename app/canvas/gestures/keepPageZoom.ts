/** Keeps a pinch over an element, and over all in it, from zooming the page. Returns a function that ends this. */
export function keepPageZoom(element: EventTarget): () => void {
  // A pinch on a trackpad arrives as a wheel with Ctrl.
  const hold = (event: Event & { readonly ctrlKey?: boolean }) => event.ctrlKey && event.preventDefault();
  element.addEventListener('wheel', hold, { passive: false });
  return () => element.removeEventListener('wheel', hold);
}
