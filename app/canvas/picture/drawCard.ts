import type { ExitRole } from '#engine/model';
import { type Kind, toneOfKind } from '../../ui/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import type { EndFlowNode, TaskData } from '../model/toFlowNodes.ts';
import type { MeasureText, PictureShape } from './Picture.ts';

/** What cards are drawn with. */
export interface Pens {
  readonly theme: Theme;
  /** Path data on a grid of 24 units, by kind. */
  readonly icons: ReadonlyMap<Kind, readonly string[]>;
  readonly measure: MeasureText;
}

/** Height of the mark above the task that a run begins with, px, with the gap below it. */
export const START_HEIGHT = 38;

const TITLE = { size: 13, weight: 600 };
const SMALL = { size: 12, weight: 400 };
const HEAD = 58;
const LINE_HEIGHT = 17;

/** A card: its icon, its name, what it uses and its plan. */
export function drawCard(data: TaskData, box: Box, pens: Pens): readonly PictureShape[] {
  const { theme } = pens;
  const isPale = !data.isReachable || data.disabled !== null || data.kind === 'unknown';
  const stroke = data.kind === 'unknown' ? theme('error') : theme(data.isReachable ? 'line' : 'line-strong');
  return [
    { kind: 'box', ...box, radius: 10, fill: theme('raised'), stroke, ...(isPale ? { isDashed: true } : {}) },
    ...drawStart(data, box, theme),
    ...drawTile(data.kind, { x: box.x + 12, y: box.y + middleOfHead(data, box) - 13, size: 28, icon: 15 }, pens),
    ...drawWords(data, box, pens),
    ...(data.isTall && data.plan !== null ? drawPlan(data.plan, box, pens) : []),
  ];
}

/** A container, drawn around its tasks. */
export function drawFrame(data: TaskData, box: Box, pens: Pens): readonly PictureShape[] {
  const { theme, measure } = pens;
  const tone = theme(toneOfKind(data.kind) === 'container' ? 'container' : 'ink-3');
  const [title = ''] = fitText(data.title, box.width - 110, 1, (text) => measure(text, TITLE));
  const note = data.plan ?? '';
  const [plan = ''] = fitText(note, box.width - 130 - measure(title, TITLE), 1, (text) => measure(text, SMALL));
  return [
    {
      kind: 'box',
      ...box,
      radius: 12,
      fill: mix(tone, theme('background'), 0.06),
      stroke: mix(tone, theme('line'), 0.45),
      ...(data.isReachable ? {} : { isDashed: true }),
    },
    ...drawStart(data, box, theme),
    ...drawTile(data.kind, { x: box.x + 14, y: box.y + 12, size: 24, icon: 14 }, pens),
    { kind: 'text', x: box.x + 47, y: box.y + 29, text: title, ...TITLE, fill: theme('ink') },
    ...(plan === '' ? [] : [rightOf(plan, { x: box.x + box.width - 16, y: box.y + 28 }, pens)]),
  ];
}

/** Where a branch ends. */
export function drawEnd({ data }: EndFlowNode, box: Box, theme: Theme): readonly PictureShape[] {
  const border = {
    kind: 'box',
    ...box,
    radius: Math.min(11, box.height / 2),
    fill: theme('surface'),
    stroke: theme('line-strong'),
  } as const;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (data.shape === 'dot')
    return [border, { kind: 'box', x: x - 3, y: y - 3, width: 6, height: 6, radius: 2, fill: theme('ink-3') }];
  return [
    border,
    { kind: 'text', x, y: y + 4, text: 'End', size: 11, weight: 600, fill: theme('ink-2'), isCentred: true },
  ];
}

/** Of a card without a plan the words are in the middle. */
function middleOfHead({ isTall }: TaskData, { height }: Box): number {
  return isTall ? HEAD / 2 : height / 2 - 1;
}

function drawWords(data: TaskData, box: Box, { theme, measure }: Pens): readonly PictureShape[] {
  const { title, uses } = data;
  const [x, width] = [box.x + 50, box.width - 50 - 26];
  const names = fitText(title, width + 4, 2, (text) => measure(text, TITLE));
  const used = fitText(uses, width + 18, 1, (text) => measure(text, SMALL));
  const top = box.y + middleOfHead(data, box) - ((names.length + used.length) * LINE_HEIGHT) / 2;
  const lines = [
    ...names.map((text) => ({ text, ...TITLE, fill: theme('ink') })),
    ...used.map((text) => ({ text, ...SMALL, fill: theme('ink-3') })),
  ];
  return lines.map((line, index) => ({ kind: 'text', x, y: top + (index + 1) * LINE_HEIGHT - 4, ...line }));
}

function drawPlan(plan: string, box: Box, { theme, measure }: Pens): readonly PictureShape[] {
  const [text = ''] = fitText(plan, box.width - 24, 1, (part) => measure(part, SMALL));
  return [
    { kind: 'path', d: `M${box.x + 12} ${box.y + HEAD}H${box.x + box.width - 12}`, stroke: theme('line'), width: 1 },
    { kind: 'text', x: box.x + 12, y: box.y + HEAD + 24, text, ...SMALL, fill: theme('ink-3') },
  ];
}

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly icon: number;
}

function drawTile(kind: Kind, { x, y, size, icon }: Tile, { theme, icons }: Pens): readonly PictureShape[] {
  const { tone, soft } = toneOf(theme, kind);
  const inset = (size - icon) / 2;
  const place = { x: x + inset, y: y + inset, scale: icon / 24 };
  return [
    { kind: 'box', x, y, width: size, height: size, radius: 6, fill: soft },
    ...(icons.get(kind) ?? []).map((d) => ({ kind: 'path', d, place, stroke: tone, width: 1.8 }) as const),
  ];
}

function drawStart({ isStart, direction }: TaskData, box: Box, theme: Theme): readonly PictureShape[] {
  if (!isStart) return [];
  const isAbove = direction === 'down';
  const [width, height] = [66, 26];
  const x = isAbove ? box.x + 110 - width / 2 : box.x - 2;
  const y = box.y - START_HEIGHT - (isAbove ? 6 : 0);
  return [
    { kind: 'box', x, y, width, height, radius: isAbove ? 13 : 8, fill: theme('ink') },
    { kind: 'path', d: `M${x + 12} ${y + 8.5}l7.5 4.5l-7.5 4.5z`, stroke: theme('surface'), width: 1.4 },
    { kind: 'text', x: x + 26, y: y + 17, text: 'Start', size: 12, weight: 600, fill: theme('surface') },
  ];
}

function rightOf(
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  { theme, measure }: Pens,
): PictureShape {
  return { kind: 'text', x: x - measure(text, SMALL), y, text, ...SMALL, fill: theme('ink-2') };
}

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
function toneOf(theme: Theme, kind: Kind): { readonly tone: string; readonly soft: string } {
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

/** Width of a text in px. */
type Measure = (text: string) => number;

/** A text on at most so many lines of a width in px, by words where it can; what does not fit ends in an ellipsis. */
export function fitText(text: string, width: number, most: number, measure: Measure): readonly string[] {
  const lines: string[] = [];
  let rest = text.trim().replace(/\s+/g, ' ');
  while (rest !== '') {
    if (measure(rest) <= width) return [...lines, rest];
    if (lines.length === most - 1) return [...lines, shorten(rest, width, measure)];
    const end = breakAt(rest, width, measure);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** Where a line ends that does not fit: after a word, or within one that is wider than the line. */
function breakAt(text: string, width: number, measure: Measure): number {
  const fits = fittingLength(text, width, measure);
  const space = text.lastIndexOf(' ', fits);
  return space > 0 ? space : Math.max(fits, 1);
}

function shorten(text: string, width: number, measure: Measure): string {
  const fits = fittingLength(text, width, (part) => measure(`${part.trimEnd()}…`));
  return `${text.slice(0, fits).trimEnd()}…`;
}

/** How much of a text fits, in whole characters. */
function fittingLength(text: string, width: number, measure: Measure): number {
  let length = 0;
  for (const character of text) {
    if (measure(text.slice(0, length + character.length)) > width) break;
    length += character.length;
  }
  return length;
}
