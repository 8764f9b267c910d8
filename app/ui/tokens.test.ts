import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CSS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = Readonly<Record<string, string>>;

/** The colours of a block of the sheet, by name. */
function readColours(selector: string): Theme {
  const start = CSS.indexOf(`${selector} {`);
  const block = CSS.slice(start, CSS.indexOf('}', start));
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** How bright a colour is, from 0 to 1, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['background', 'surface', 'raised', 'sunken'];
const INKS = ['ink', 'ink-2', 'ink-3'];
const TONES = ['accent', 'success', 'error', 'warning', 'agent', 'tool', 'container', 'wait'];

/** Which colours of text lie on which. */
const PAIRS = [
  ...INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
  ...TONES.flatMap((tone) =>
    ['surface', 'raised', 'background', `${tone}-soft`].map((ground) => [tone, ground] as const),
  ),
  ...['ink', 'ink-2'].map((ink) => [ink, 'neutral-soft'] as const),
  ...TONES.map((tone) => ['ink', `${tone}-soft`] as const),
  ['accent-ink', 'accent'] as const,
];

test.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('every colour of text has enough contrast with what it lies on in the %s theme', (_, selector) => {
  const theme = readColours(selector);
  const faint = PAIRS.map(([text, ground]) => ({
    text,
    ground,
    contrast: contrast(theme[text] ?? '#808080', theme[ground] ?? '#808080'),
  })).filter((pair) => pair.contrast < 4.5);
  expect(faint).toEqual([]);
});
