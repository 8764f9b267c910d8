import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import type { Direction } from '../model/direction.ts';
import { drawPicture, kindsIn } from './drawPicture.ts';
import { escapeXml, toSvg } from './Picture.ts';

const SAMPLES = readdirSync('public/samples').filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));
const pens = {
  theme: (name: string) => `#${name.length.toString(16).padStart(6, 'c')}`,
  icons: new Map(),
  measure: (text: string, { size }: { readonly size: number }) => text.length * size * 0.55,
};

function draw(name: string, text: string, direction: Direction = 'right') {
  const analysis = analyze(name, text);
  const arrangement = arrangeGraph(drawnGraph(analysis), EMPTY_LAYOUT, direction);
  const subject = { arrangement, workflow: analysis.workflow };
  return { picture: drawPicture(subject, pens), kinds: kindsIn(subject), nodes: arrangement.graph.nodes };
}

test.each(SAMPLES.flatMap((name) => [[name, 'right'] as const, [name, 'down'] as const]))(
  'the picture of %s, %s, has every task inside of it and no number that is none',
  (name, direction) => {
    const { picture, nodes } = draw(name, readFileSync(`public/samples/${name}`, 'utf8'), direction);
    const svg = toSvg(picture, name, { name, text: '', layoutText: null });
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    for (const shape of picture.shapes) {
      if (shape.kind !== 'box') continue;
      expect(shape.x).toBeGreaterThanOrEqual(picture.x);
      expect(shape.y).toBeGreaterThanOrEqual(picture.y);
      expect(shape.x + shape.width).toBeLessThanOrEqual(picture.x + picture.width);
      expect(shape.y + shape.height).toBeLessThanOrEqual(picture.y + picture.height);
    }
    const cards = picture.shapes.filter(
      (shape) => shape.kind === 'box' && (shape.radius === 10 || shape.radius === 12),
    );
    expect(cards).toHaveLength(nodes.size);
  },
);

test('lines arrive at the side of a card, with the words of their handler', () => {
  const text = 'tasks:\n  - {id: a, type: basic, on_error: {next: b}}\n  - {id: b, type: basic}\n';
  const { picture, kinds } = draw('a.yaml', text);
  expect([...kinds]).toEqual(['basic']);
  expect(picture.shapes.filter((shape) => shape.kind === 'text').map(({ text: words }) => words)).toEqual(
    expect.arrayContaining(['Start', 'a', 'b', 'on error']),
  );
});

test('a text of the workflow cannot leave its place in the SVG', () => {
  expect(escapeXml('<script>&"\u0000\ud800x')).toBe('&lt;script&gt;&amp;&quot;\ufffd\ufffdx');
  const text = 'tasks:\n  - {id: a, name: "</text><script>alert(1)</script>", type: basic}\n';
  const { picture } = draw('a.yaml', text);
  const svg = toSvg(picture, '</title><script>', { name: '"><script>', text: '<script>', layoutText: null });
  expect(svg).not.toContain('<script');
});

test('notes are below all else, with as many lines of their text as they have room for, and the picture reaches around them', () => {
  const analysis = analyze('a.yaml', 'tasks:\n  - {id: a, type: basic}\n');
  const note = {
    id: 'n',
    x: -300,
    y: 500,
    width: 200,
    height: 60,
    color: 'blue',
    text: '# Why\n\n- **one**\n- two',
  } as const;
  const arrangement = arrangeGraph(drawnGraph(analysis), { ...EMPTY_LAYOUT, notes: [note] }, 'right');
  const { shapes, x, y, height } = drawPicture({ arrangement, workflow: analysis.workflow }, pens);
  expect(shapes[0]).toMatchObject({ kind: 'box', x: -300, y: 500, width: 200, height: 60 });
  const words = shapes.flatMap((shape) => (shape.kind === 'text' && shape.y > 500 ? [shape.text] : []));
  expect(words).toEqual(['Why']);
  expect([x, y + height]).toEqual([-340, 600]);
});

test('a frame is drawn around its cards with its title and its text, and is inside of the picture', () => {
  const analysis = analyze('a.yaml', 'tasks: [{id: a, type: basic}]');
  const frame = { id: 'f', title: 'Fetch', text: 'all **of** it', color: 'blue', tasks: ['a'] } as const;
  const arrangement = arrangeGraph(drawnGraph(analysis), { ...EMPTY_LAYOUT, frames: [frame] }, 'right');
  const picture = drawPicture({ arrangement, workflow: analysis.workflow }, pens);
  const [ground] = picture.shapes;
  if (ground?.kind !== 'box') expect.unreachable();
  expect(ground.y).toBeLessThan(arrangement.boxes.get('a')?.y ?? 0);
  expect(picture.y).toBeLessThan(ground.y);
  const words = picture.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(words).toEqual(expect.arrayContaining(['Fetch', 'all of it']));
});
