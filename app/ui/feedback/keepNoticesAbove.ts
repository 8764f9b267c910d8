/** How high what lies at the foot of the window is, in CSS: notices are shown above it (`Toasts.module.css`, `ToastStack.tsx`). */
const GROUND = '--notice-ground';

/** Shows notices above an element at the foot of the window, however high it becomes. @returns what ends that */
export function keepNoticesAbove(element: HTMLElement): () => void {
  const root = document.documentElement.style;
  const watcher = new ResizeObserver(() => {
    const { height, top } = element.getBoundingClientRect();
    // With what lies below it, such as the bar of panels of a phone.
    if (height > 0) root.setProperty(GROUND, `${window.innerHeight - top}px`);
    else root.removeProperty(GROUND);
  });
  watcher.observe(element);
  return () => {
    watcher.disconnect();
    root.removeProperty(GROUND);
  };
}
