import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Result } from '../base/index.ts';
import { type Data, isDataMap } from '../base/index.ts';
import { applyEdits, invertEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';
import { equalData } from './equalData.ts';
import {
  insertItem,
  insertSource,
  moveItem,
  parseSyntax,
  removeAt,
  renameKey,
  type Syntax,
  setValue,
  toNodeData,
} from './index.ts';

/** A change and what the data must be after it; null where the change must be refused or is not tried. */
interface Change {
  readonly name: string;
  readonly run: (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;
  readonly expected: Data;
}

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

const documents = fc.tuple(map, shapes).map(([node, shape]) => {
  const text = write(node, shape, 0).slice(1);
  const ended = shape.hasEnd ? text : text.replace(/\n$/, '');
  return (shape.bom ? '\ufeff' : '') + ended.replaceAll('\n', shape.eol);
});

const scalars = fc.oneof(
  fc.constantFrom<Data>(
    null,
    true,
    0,
    -1.5,
    'plain',
    'has: colon',
    '{{ x }}',
    "it's",
    '',
    ' padded ',
    'a\nb',
    'a\nb\n',
    '- x',
    '#',
    'yes',
    '12',
    '[',
    'line\n\n  more\n',
    '\ttab',
    'é😀',
    'a\n\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => text.isWellFormed()),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', ':', '#', '-', '"', "'", '{', '}', '\\', ',', '\t'),
    maxLength: 10,
  }),
);
const { data } = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('data'), { maxLength: 3 }) as fc.Arbitrary<Data>,
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('id', 'a b', 'x', '1', 'true', '__proto__', ': ', '{{'), tie('data')), {
        maxLength: 3,
        selector: ([key]) => key,
      })
      .map((entries): Data => new Map(entries)),
  ),
}));

function pathsOf(value: Data, path: Path = []): Path[] {
  const inner = isDataMap(value)
    ? [...value].flatMap(([key, item]) => pathsOf(item, [...path, key]))
    : Array.isArray(value)
      ? value.flatMap((item: Data, index) => pathsOf(item, [...path, index]))
      : [];
  return [path, ...inner];
}

/** The data with another value at a path; `change` gets what stands there. */
function replaceAt(value: Data, path: Path, change: (value: Data) => Data): Data {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (isDataMap(value))
    return new Map([...value].map(([key, item]) => [key, key === step ? replaceAt(item, rest, change) : item]));
  if (!Array.isArray(value)) return value;
  return value.map((item: Data, index) => (index === step ? replaceAt(item, rest, change) : item));
}

/** Chooses a change of a document, with the data it must lead to. */
function chooseChange(text: string, pick: number, value: Data): Change {
  const whole = toNodeData(parseSyntax(text).root);
  const paths = pathsOf(whole).slice(1);
  const path = paths[pick % paths.length] ?? [];
  const step = path.at(-1);
  const parent = path.slice(0, -1);
  const at = replaceAt;
  const here = findData(whole, path);
  const kinds = ['set', 'remove', 'add', 'insert', 'source', 'move', 'rename'] as const;
  const kind = kinds[Math.floor(pick / 64) % kinds.length] ?? 'set';
  if (kind === 'remove') {
    const expected = at(whole, parent, (held) => without(held, step));
    return {
      name: `remove ${path.join('.')}`,
      run: (syntax) => removeAt(syntax, path),
      expected: isEmptyMap(expected) ? null : expected,
    };
  }
  if (kind === 'add' && isDataMap(here) && !here.has('added')) {
    const expected = at(whole, path, (held) => new Map([...(held as ReadonlyMap<string, Data>), ['added', value]]));
    return { name: `add ${path.join('.')}`, run: (syntax) => setValue(syntax, [...path, 'added'], value), expected };
  }
  if (kind === 'insert' && Array.isArray(here)) {
    const index = pick % (here.length + 1);
    const expected = at(whole, path, () => here.toSpliced(index, 0, value));
    return {
      name: `insert ${path.join('.')} ${index}`,
      run: (syntax) => insertItem(syntax, path, index, value),
      expected,
    };
  }
  if (kind === 'source' && Array.isArray(here)) {
    const index = pick % (here.length + 1);
    const expected = at(whole, path, () =>
      here.toSpliced(
        index,
        0,
        new Map([
          ['id', 'new'],
          ['t', 'x\n'],
        ]),
      ),
    );
    return {
      name: `source ${path.join('.')} ${index}`,
      run: (syntax) => insertSource(syntax, path, index, '# c\n- id: new # d\n  t: |\n    x\n'),
      expected,
    };
  }
  if (kind === 'move' && Array.isArray(here) && here.length > 0) {
    const from = pick % here.length;
    const to = (pick >> 3) % here.length;
    const expected = at(whole, path, () => here.toSpliced(from, 1).toSpliced(to, 0, here[from] as Data));
    return {
      name: `move ${path.join('.')} ${from} ${to}`,
      run: (syntax) => moveItem(syntax, path, from, to),
      expected,
    };
  }
  if (kind === 'rename' && typeof step === 'string') {
    const expected = at(
      whole,
      parent,
      (held) =>
        new Map(
          [...(held as ReadonlyMap<string, Data>)].map(([key, item]) => [key === step ? 'other: one' : key, item]),
        ),
    );
    return { name: `rename ${path.join('.')}`, run: (syntax) => renameKey(syntax, path, 'other: one'), expected };
  }
  return {
    name: `set ${path.join('.')}`,
    run: (syntax) => setValue(syntax, path, value),
    expected: at(whole, path, () => value),
  };
}

function findData(value: Data, path: Path): Data {
  let found = value;
  for (const step of path)
    found = (isDataMap(found) ? found.get(String(step)) : (found as readonly Data[])[Number(step)]) ?? null;
  return found;
}

function without(held: Data, step: string | number | undefined): Data {
  if (isDataMap(held)) return new Map([...held].filter(([key]) => key !== step));
  return Array.isArray(held) ? held.filter((_: Data, index) => index !== step) : held;
}

function isEmptyMap(value: Data): boolean {
  return isDataMap(value) && value.size === 0;
}

describe('edits of random documents', () => {
  test('lead to the data meant, touch no other line, and can be taken back', () => {
    fc.assert(
      fc.property(documents, fc.nat(), data, (text, pick, value) => {
        const syntax = parseSyntax(text);
        fc.pre(syntax.errors.every((error) => error.severity !== 'error') && syntax.root !== null);
        const { name, run, expected } = chooseChange(text, pick, value);
        const result = run(syntax);
        const context = `${name}\n${JSON.stringify(text)}`;
        expect(result, context).toMatchObject({ ok: true });
        const edits = result.ok ? result.value : [];
        const after = applyEdits(text, edits);
        const parsed = parseSyntax(after);
        expect(
          parsed.errors.filter((error) => error.severity === 'error'),
          `${context}\n${after}`,
        ).toEqual([]);
        expect(equalData(toNodeData(parsed.root), expected), `${context}\n${JSON.stringify(edits)}\n${after}`).toBe(
          true,
        );
        expect(applyEdits(after, invertEdits(text, edits)), context).toBe(text);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400) },
    );
  });
});
