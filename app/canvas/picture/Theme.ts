import { type ExitRole } from '#engine/model';
import { type Kind, toneOfKind } from '../../ui/index.ts';

/** A colour by the name of its token. */
export type Theme = (name: string) => string;

const LINES: Record<ExitRole, string> = {
  success: 'success',
  error: 'error',
  complete: 'agent',
  start: 'tool',
  route: 'warning',
  hook: 'ink-3',
  sequence: 'line-strong',
};

/** The colour of a kind, and the soft one of its tile. */
export function toneOf(theme: Theme, kind: Kind): { readonly tone: string; readonly soft: string } {
  const name = toneOfKind(kind);
  return { tone: theme(name === 'neutral' ? 'ink-2' : name), soft: theme(`${name}-soft`) };
}

/** The colour of a line. */
export function lineColor(theme: Theme, role: ExitRole): string {
  return mix(theme(LINES[role]), theme('background'), 0.78);
}

/** Two colours of the form `#rrggbb`, the first with this share; those that only a style sheet knows are left to be mixed by it. */
export function mix(color: string, other: string, share: number): string {
  const [a, b] = [toParts(color), toParts(other)];
  if (a === null || b === null)
    return isOfSheet(color) ? `color-mix(in srgb, ${color} ${Math.round(share * 100)}%, ${other})` : color;
  const mixed = a.map((part, index) => Math.round(part * share + (b[index] ?? 0) * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function isOfSheet(color: string): boolean {
  return color.startsWith('var(') || color.startsWith('color-mix(');
}

function toParts(color: string): readonly number[] | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color.trim());
  return parts === null ? null : parts.slice(1).map((part) => Number.parseInt(part, 16));
}

/** The colours that the page has now. */
export function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

/** The colours that a document with the tokens of the app has when it is read: by day, by night, on paper. */
export const tokenTheme: Theme = (name) => `var(--${name})`;
