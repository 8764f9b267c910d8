import type { Note, NoteColor } from '#engine/layout';
import { markdownBlocks, markdownSpans } from '../../ui/index.ts';
import { FRAME_HEAD, type PlacedFrame } from '../model/frames/frameBox.ts';
import type { Box } from '../route/Line.ts';
import { fitText, mix, type Pens } from './drawCard.ts';
import type { PictureShape } from './Picture.ts';

/** The tokens of each colour: of the border, and of the ground. */
const TONES: Record<NoteColor, readonly [string, string]> = {
  yellow: ['warning', 'warning-soft'],
  green: ['success', 'success-soft'],
  blue: ['tool', 'tool-soft'],
  violet: ['agent', 'agent-soft'],
  red: ['error', 'error-soft'],
  grey: ['ink-3', 'neutral-soft'],
};

const INSET = { x: 14, y: 10 };
const TEXT = { size: 13, weight: 400, height: 20 };
const TITLE = { size: 14, weight: 600 };
const HEADING = { size: 15, weight: 600, height: 24 };
/** Between two blocks, px. */
const GAP = 8;

/** A note: its ground and its text, of which what does not fit is omitted, as on the canvas. */
export function drawNote(note: Note, pens: Pens): readonly PictureShape[] {
  const { theme } = pens;
  const { x, y, width, height } = note;
  const [tone, soft] = TONES[note.color];
  const stroke = mix(theme(tone), theme('line'), 0.4);
  return [{ kind: 'box', x, y, width, height, radius: 8, fill: theme(soft), stroke }, ...drawText(note, pens)];
}

/** A frame around chosen cards: its ground, its title and its text. */
export function drawCardFrame({ frame, box, textHeight }: PlacedFrame, pens: Pens): readonly PictureShape[] {
  const { theme, measure } = pens;
  const { x, y, width, height } = box;
  const [tone, soft] = TONES[frame.color];
  const stroke = mix(theme(tone), theme('line'), 0.55);
  const [title = ''] = fitText(frame.title.trim(), width - 2 * INSET.x, 1, (text) => measure(text, TITLE));
  const text = { x, y: y + FRAME_HEAD, width, height: textHeight + INSET.y, text: frame.text };
  return [
    { kind: 'box', x, y, width, height, radius: 14, fill: mix(theme(soft), theme('background'), 0.55), stroke },
    {
      kind: 'text',
      x: x + INSET.x,
      y: y + 25,
      text: title,
      size: TITLE.size,
      weight: TITLE.weight,
      fill: theme('ink'),
    },
    ...(textHeight === 0 ? [] : drawText(text, pens)),
  ];
}

function drawText(
  { x, y, width, height, text }: Box & Pick<Note, 'text'>,
  { theme, measure }: Pens,
): readonly PictureShape[] {
  const shapes: PictureShape[] = [];
  let top = y + INSET.y;
  for (const { line, depth, ...pen } of linesOf(text)) {
    const left = x + INSET.x + depth * 18;
    const room = width - 2 * INSET.x - depth * 18;
    for (const part of line === '' ? [] : fitText(line, room, 100, (words) => measure(words, pen))) {
      if (top + pen.height > y + height) return shapes;
      const { size, weight } = pen;
      shapes.push({ kind: 'text', x: left, y: top + pen.height - 6, text: part, size, weight, fill: theme('ink') });
      top += pen.height;
    }
    if (line === '') top += GAP;
  }
  return shapes;
}

interface NoteLine {
  readonly line: string;
  readonly depth: number;
  readonly size: number;
  readonly weight: number;
  /** Of a line, px. */
  readonly height: number;
}

/** The lines of a text in Markdown, without its marks; an empty one between two blocks. */
function* linesOf(text: string): Generator<NoteLine> {
  for (const block of markdownBlocks(text)) {
    switch (block.kind) {
      case 'heading':
        yield { line: plain(block.text), depth: 0, ...HEADING };
        break;
      case 'item':
        yield { line: `${block.marker} ${plain(block.text)}`, depth: block.depth, ...TEXT };
        continue;
      case 'table':
        for (const cells of [block.head, ...block.rows])
          yield { line: cells.map(plain).join('   '), depth: 0, ...TEXT };
        break;
      case 'rule':
        break;
      default:
        for (const line of block.text.split('\n')) yield { line: plain(line), depth: 0, ...TEXT };
    }
    yield { line: '', depth: 0, ...TEXT };
  }
}

function plain(text: string): string {
  return markdownSpans(text)
    .map((span) => span.text)
    .join('');
}
