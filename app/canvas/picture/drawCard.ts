import { type Kind, toneOfKind } from '../../ui/index.ts';
import type { Box } from '../model/arrangeGraph.ts';
import type { EndFlowNode, TaskData } from '../model/toFlowNodes.ts';
import { fitText } from './fitText.ts';
import type { MeasureText, PictureShape } from './PictureShape.ts';
import { mix, type Theme, toneOf } from './Theme.ts';

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
