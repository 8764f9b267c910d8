import * as fc from 'fast-check';
import { assertNever } from '../base/index.ts';

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

interface LineShape {
  readonly step: number;
  readonly listOffset: number;
  readonly gap: boolean;
  readonly eol: string;
  readonly bom: boolean;
  readonly hasEnd: boolean;
}

const shapes: fc.Arbitrary<LineShape> = fc.record({
  step: fc.constantFrom(2, 4),
  listOffset: fc.constantFrom(0, 2, 4),
  gap: fc.boolean(),
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  bom: fc.constantFrom(false, false, true),
  hasEnd: fc.constantFrom(true, true, false),
});

interface TreeItem {
  readonly above: string;
  readonly value: Tree;
}

interface TreeEntry extends TreeItem {
  readonly key: string;
}

type Tree =
  | { readonly kind: 'scalar'; readonly source: string; readonly comment: string }
  | { readonly kind: 'map'; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'list'; readonly items: readonly TreeItem[] }
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
  'tasks',
  'tasks',
);

const { map } = fc.letrec<{ tree: Tree; map: Tree; list: Tree; leaf: Tree }>((tie) => ({
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
function write(node: Tree, shape: LineShape, indent: number): string {
  switch (node.kind) {
    case 'empty':
      return `${node.comment}\n`;
    case 'scalar':
      return writeScalar(node.source, node.comment, indent);
    case 'map':
      return `\n${node.entries.map((entry) => writeEntry(entry, shape, indent)).join('')}`;
    case 'list':
      return `\n${node.items.map((item, index) => (shape.gap && index > 0 ? '\n' : '') + writeItem(item, shape, indent)).join('')}`;
    default:
      return assertNever(node);
  }
}

function writeScalar(source: string, comment: string, indent: number): string {
  const [first = '', ...rest] = source.split('\n');
  if (rest.length === 0) return ` ${source}${comment}\n`;
  const body = rest.map((line) => (line.trim() === '' ? '' : ' '.repeat(indent) + line));
  const isBlock = /^[|>]/.test(source);
  return isBlock ? ` ${first}${comment}\n${body.join('\n')}` : ` ${[first, ...body].join('\n')}${comment}\n`;
}

function writeEntry({ key, above, value }: TreeEntry, shape: LineShape, indent: number): string {
  const inner = indent + (value.kind === 'list' ? shape.listOffset : shape.step);
  return `${indentComments(above, indent)}${' '.repeat(indent)}${key}:${write(value, shape, inner)}`;
}

function writeItem({ above, value }: TreeItem, shape: LineShape, indent: number): string {
  const written = write(value, shape, indent + 2);
  const isCompact = (value.kind === 'map' || value.kind === 'list') && /^\n +[^\s#]/.test(written);
  return `${indentComments(above, indent)}${' '.repeat(indent)}-${isCompact ? ` ${written.trimStart()}` : written}`;
}

function indentComments(above: string, indent: number): string {
  return above.replace(/^(?=#)/gm, ' '.repeat(indent));
}

/** Documents written by hand in all these shapes. */
export const documents = fc.tuple(map, shapes).map(([node, shape]) => {
  const text = write(node, shape, 0).slice(1);
  const ended = shape.hasEnd ? text : text.replace(/\n$/, '');
  return (shape.bom ? '\ufeff' : '') + ended.replaceAll('\n', shape.eol);
});
