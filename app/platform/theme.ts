const KEY = 'signalbox:theme';

/** Draws the page light or dark; `system` follows the device, live. Remembered where a page can read it before it paints. */
export function applyTheme(theme: 'light' | 'dark' | 'system'): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the theme lasts as long as the page.
  }
  draw(theme);
}

/** Draws the theme of the last visit; call before the first paint. */
export function applyRememberedTheme(): void {
  let theme: string | null = null;
  try {
    theme = localStorage.getItem(KEY);
  } catch {
    // Storage is blocked: the device decides.
  }
  draw(theme === 'light' || theme === 'dark' ? theme : 'system');
}

/** Calls back when the page turns dark or light; answers with a function that stops that. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

const device = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
/** What was chosen last; the device decides again where it is `system`. */
const chosen: { theme: 'light' | 'dark' | 'system' } = { theme: 'system' };
device?.addEventListener('change', () => draw(chosen.theme));

function draw(theme: 'light' | 'dark' | 'system'): void {
  chosen.theme = theme;
  const shown = theme === 'system' ? (device?.matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset['theme'] = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', shown === 'dark' ? '#191b1e' : '#ffffff');
}
