import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Data, isDataMap, type Result } from '../base/index.ts';
import { documents } from '../testing/documents.ts';
import { numRuns } from '../testing/index.ts';
import { applyEdits, invertEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';
import {
  findRange,
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
import { equalData, isList } from './writing/formatData.ts';

/** A change and what the data must be after it; null where the change must be refused or is not tried. */
interface Change {
  readonly name: string;
  readonly run: (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;
  readonly expected: Data;
  /** The entry whose lines alone may change; unknown where neighbours move. */
  readonly within?: Path;
}

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
  fc.string({ unit: 'binary', maxLength: 8 }),
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

/** The data with another value at a path; `change` gets the value there. */
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
    const expected = at(whole, path, (held) => new Map([...entriesOf(held), ['added', value]]));
    return { name: `add ${path.join('.')}`, run: (syntax) => setValue(syntax, [...path, 'added'], value), expected };
  }
  if (kind === 'insert' && isList(here)) {
    const index = pick % (here.length + 1);
    const expected = at(whole, path, () => here.toSpliced(index, 0, value));
    return {
      name: `insert ${path.join('.')} ${index}`,
      run: (syntax) => insertItem(syntax, path, index, value),
      expected,
    };
  }
  if (kind === 'source' && isList(here)) {
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
  if (kind === 'move' && isList(here) && here.length > 0) {
    const from = pick % here.length;
    const to = (pick >> 3) % here.length;
    const expected = at(whole, path, () => here.toSpliced(from, 1).toSpliced(to, 0, here[from] ?? null));
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
      (held) => new Map(entriesOf(held).map(([key, item]) => [key === step ? 'other: one' : key, item])),
    );
    return { name: `rename ${path.join('.')}`, run: (syntax) => renameKey(syntax, path, 'other: one'), expected };
  }
  return {
    name: `set ${path.join('.')}`,
    run: (syntax) => setValue(syntax, path, value),
    expected: at(whole, path, () => value),
    within: path,
  };
}

function findData(value: Data, path: Path): Data {
  let found = value;
  for (const step of path) found = (isDataMap(found) ? found.get(String(step)) : itemsOf(found)[Number(step)]) ?? null;
  return found;
}

function entriesOf(value: Data): [string, Data][] {
  return isDataMap(value) ? [...value] : [];
}

function itemsOf(value: Data): readonly Data[] {
  return isList(value) ? value : [];
}

function without(held: Data, step: string | number | undefined): Data {
  if (isDataMap(held)) return new Map([...held].filter(([key]) => key !== step));
  return Array.isArray(held) ? held.filter((_: Data, index) => index !== step) : held;
}

function isEmptyMap(value: Data): boolean {
  return isDataMap(value) && value.size === 0;
}

/** Edits that leave the lines of an entry. */
function linesOutside(syntax: Syntax, path: Path, edits: readonly TextEdit[]): TextEdit[] {
  const { start, end } = findRange(syntax, path, 'entry');
  const first = syntax.text.lastIndexOf('\n', start - 1) + 1;
  const last = syntax.text.indexOf('\n', end);
  return edits.filter((edit) => edit.start < first || (last >= 0 && edit.end > last + 1));
}

describe('edits of random documents', () => {
  test('lead to the data meant, touch no other line, and can be taken back', () => {
    fc.assert(
      fc.property(documents, fc.nat(), data, (text, pick, value) => {
        const syntax = parseSyntax(text);
        fc.pre(syntax.errors.every((error) => error.severity !== 'error') && syntax.root !== null);
        const { name, run, expected, within } = chooseChange(text, pick, value);
        const result = run(syntax);
        const context = `${name}\n${JSON.stringify(text)}`;
        expect(result, context).toMatchObject({ ok: true });
        const edits = result.ok ? result.value : [];
        const after = applyEdits(text, edits);
        if (within !== undefined) expect(linesOutside(syntax, within, edits), context).toEqual([]);
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
      { numRuns: numRuns(100, 400) },
    );
  });
});
