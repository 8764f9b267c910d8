import fc from 'fast-check';

/** Shapes in which people write YAML: indents, lists, quotes, brackets, comments, blocks, line ends. */
const parts = {
  value: fc.constantFrom(
    'a',
    '"q"',
    "'it''s'",
    '12',
    'true',
    '~',
    '"{{ x }}"',
    '{}',
    '[]',
    '[a, "b", {c: 1}]',
    '{ k: v, l: [1, 2] }',
    '[\n      a, # one\n      b\n      ]',
    '|\n      line one\n\n      line two\n',
    '|-\n      no end\n',
    '|+\n      kept\n\n',
    '>\n      folded\n      text\n',
    '"two\n      lines"',
  ),
  comment: fc.constantFrom('', '', '', ' # beside'),
  above: fc.constantFrom('', '', '', '# above\n', '\n', '\n# detached\n\n'),
};

interface Shape {
  readonly step: number;
  readonly listOffset: number;
  readonly gap: boolean;
  readonly eol: string;
  readonly bom: boolean;
  readonly hasEnd: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  step: fc.constantFrom(2, 4),
  listOffset: fc.constantFrom(0, 2, 4),
  gap: fc.boolean(),
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  bom: fc.constantFrom(false, false, true),
  hasEnd: fc.constantFrom(true, true, false),
});

type Tree =
  | { readonly kind: 'scalar'; readonly source: string; readonly comment: string }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: string; readonly above: string; readonly value: Tree }[];
    }
  | { readonly kind: 'list'; readonly items: readonly { readonly above: string; readonly value: Tree }[] }
  | { readonly kind: 'empty'; readonly comment: string };

const keys = fc.constantFrom(
  'id',
  'name',
  'type',
  'with',
  'config',
  '"quoted key"',
  "'single'",
  'on_success',
  '1',
  'true',
  '__proto__',
);

const { tree, map } = fc.letrec<{ tree: Tree; map: Tree; list: Tree; leaf: Tree }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ kind: fc.constant('scalar' as const), source: parts.value, comment: parts.comment }),
    fc.record({ kind: fc.constant('empty' as const), comment: parts.comment }),
  ),
  map: fc.record({
    kind: fc.constant('map' as const),
    entries: fc.uniqueArray(fc.record({ key: keys, above: parts.above, value: tie('tree') }), {
      minLength: 1,
      maxLength: 4,
      selector: (entry) => entry.key,
    }),
  }),
  list: fc.record({
    kind: fc.constant('list' as const),
    items: fc.array(fc.record({ above: parts.above, value: tie('tree') }), { minLength: 1, maxLength: 4 }),
  }),
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('map'), tie('list')),
}));

/** Writes a tree by hand, so that the builders meet a text that is not their own. */
function write(node: Tree, shape: Shape, indent: number): string {
  const margin = ' '.repeat(indent);
  const place = (above: string): string => above.replace(/^(?=#)/gm, margin);
  switch (node.kind) {
    case 'empty':
      return `${node.comment}\n`;
    case 'scalar': {
      const lines = node.source.split('\n');
      if (lines.length === 1) return ` ${node.source}${node.comment}\n`;
      const isBlock = /^[|>]/.test(node.source);
      const body = lines.slice(1).map((line) => (line.trim() === '' ? line.trim() : margin + line));
      return isBlock
        ? ` ${lines[0] ?? ''}${node.comment}\n${body.join('\n')}`
        : ` ${[lines[0] ?? '', ...body].join('\n')}${node.comment}\n`;
    }
    case 'map':
      return `\n${node.entries.map((entry) => `${place(entry.above)}${margin}${entry.key}:${write(entry.value, shape, indent + (entry.value.kind === 'list' ? shape.listOffset : shape.step))}`).join('')}`;
    case 'list':
      return `\n${node.items
        .map((item, index) => {
          const gap = shape.gap && index > 0 ? '\n' : '';
          const value = write(item.value, shape, indent + 2);
          const isCompact = item.value.kind === 'map' || item.value.kind === 'list';
          const onDash = isCompact && /^\n +[^\s#]/.test(value) ? ` ${value.slice(1).trimStart()}` : value;
          return `${gap}${place(item.above)}${margin}-${onDash}`;
        })
        .join('')}`;
  }
}

/** Documents written by hand in all these shapes. */
export const documents = fc.tuple(map, shapes).map(([node, shape]) => {
  const text = write(node, shape, 0).slice(1);
  const ended = shape.hasEnd ? text : text.replace(/\n$/, '');
  return (shape.bom ? '\ufeff' : '') + ended.replaceAll('\n', shape.eol);
});
