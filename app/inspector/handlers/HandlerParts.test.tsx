import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { analyze } from '#engine';
import { HandlerParts } from './HandlerParts.tsx';

const analysis = analyze(
  'a.yaml',
  `tasks:
  - id: ask
    type: basic
    on_success: { next: b }
    on_error: { next: b, condition: "{{ error.code == 'TIMEOUT' }}" }
    on_check: { next: b }
  - { id: b, type: basic }
  - { id: each, type: collection, config: { items: [1] }, on_item_error: { next: b } }
`,
);

/** Each handler with whether it is open, in order. */
function draw(id: string): readonly string[] {
  const node = analysis.graph.nodes.get(id);
  if (node === undefined) throw new Error(`There is no task ${id}`);
  const html = renderToStaticMarkup(<HandlerParts analysis={analysis} node={node} />);
  return [...html.matchAll(/aria-label="More of ([^"]+)" aria-expanded="(\w+)"/g)].map(
    ([, name, isOpen]) => `${name} ${isOpen === 'true' ? 'open' : 'closed'}`,
  );
}

it('lists every handler of the type once, and those that are written without being one of its', () => {
  expect(draw('b')).toEqual(['Success closed', 'Error closed', 'Complete closed', 'On start closed']);
  expect(draw('ask').at(-1)).toMatch(/check closed$/);
});

it('opens a handler that says more than where it leads', () => {
  expect(draw('ask').slice(0, 2)).toEqual(['Success closed', 'Error open']);
});

it('folds what a type has many of and nobody wrote', () => {
  const each = analysis.graph.nodes.get('each');
  const html = each === undefined ? '' : renderToStaticMarkup(<HandlerParts analysis={analysis} node={each} />);
  expect(draw('each')).toEqual(
    ['Success', 'Error', 'Complete', 'On start', 'Each item fails'].map((it) => `${it} closed`),
  );
  expect(html).toContain('4 more: when each item starts, …');
});
