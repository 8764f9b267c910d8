import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, drawnGraph, EMPTY_LAYOUT } from '#engine';
import { arrangeGraph } from '../model/arrangeGraph.ts';
import type { Direction } from '../model/direction.ts';
import { drawPicture, kindsIn } from './drawPicture.ts';
import { escapeXml, toSvg } from './toSvg.ts';

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
