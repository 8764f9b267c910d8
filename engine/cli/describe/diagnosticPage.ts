import page from '../../../docs/diagnostics.md?raw';

/** The section of the documentation on a code; null where there is none. */
export function diagnosticPage(code: string): string | null {
  const start = page.indexOf(`\n### ${code}\n`);
  if (start < 0) return null;
  const end = page.slice(start + 1).search(/\n#{2,3} /u);
  return (end < 0 ? page.slice(start) : page.slice(start, start + 1 + end)).trim();
}
