import { describe, expect, test } from 'vitest';
import { type Json, type Result, toData } from '../../base/index.ts';
import { applyEdits, invertEdits, type Path, type Refusal, type TextEdit } from '../../text/index.ts';
import { insertItem, moveItem, parseSyntax, removeAt, renameKey, type Syntax, setValue } from '../index.ts';

type Build = (syntax: Syntax) => Result<readonly TextEdit[], Refusal>;

const set =
  (path: Path, value: Json): Build =>
  (syntax) =>
    setValue(syntax, path, toData(value));
const put =
  (path: Path, index: number, value: Json): Build =>
  (syntax) =>
    insertItem(syntax, path, index, toData(value));
const drop =
  (...path: Path): Build =>
  (syntax) =>
    removeAt(syntax, path);
const rename =
  (path: Path, key: string): Build =>
  (syntax) =>
    renameKey(syntax, path, key);
const move =
  (path: Path, from: number, to: number): Build =>
  (syntax) =>
    moveItem(syntax, path, from, to);

/** One shape of writing, and what each change of it makes of the whole text. */
interface WrittenShape {
  readonly shape: string;
  readonly text: string;
  readonly changes: readonly (readonly [string, Build, string])[];
}

const SHAPES: readonly WrittenShape[] = [
  {
    shape: 'a block map of two spaces',
    text: 'm:\n  # above\n  a: 1 # beside\n  b: two\n\nz: 0\n',
    changes: [
      ['set', set(['m', 'a'], 2), 'm:\n  # above\n  a: 2 # beside\n  b: two\n\nz: 0\n'],
      ['add', set(['m', 'c'], 'three'), 'm:\n  # above\n  a: 1 # beside\n  b: two\n  c: three\n\nz: 0\n'],
      ['replace', set(['m', 'b'], { x: [1] }), 'm:\n  # above\n  a: 1 # beside\n  b:\n    x:\n      - 1\n\nz: 0\n'],
      ['remove', drop('m', 'a'), 'm:\n  # above\n  b: two\n\nz: 0\n'],
      ['rename', rename(['m', 'a'], 'on'), 'm:\n  # above\n  "on": 1 # beside\n  b: two\n\nz: 0\n'],
    ],
  },
  {
    shape: 'a block map of four spaces',
    text: 'm:\n    a:\n        x: 1\n    b: 2\n',
    changes: [
      [
        'add',
        set(['m', 'c'], { y: { z: 1 } }),
        'm:\n    a:\n        x: 1\n    b: 2\n    c:\n        y:\n            z: 1\n',
      ],
      ['set to a list', set(['m', 'b'], [1]), 'm:\n    a:\n        x: 1\n    b:\n        - 1\n'],
      ['empty', drop('m', 'a', 'x'), 'm:\n    a: {}\n    b: 2\n'],
    ],
  },
  {
    shape: 'a list that is not indented under its key',
    text: 'l:\n- a: 1\n  b: 2\n\n# of the second\n- c # beside\nz: 0\n',
    changes: [
      ['insert', put(['l'], 1, { n: 1 }), 'l:\n- a: 1\n  b: 2\n\n- n: 1\n\n# of the second\n- c # beside\nz: 0\n'],
      ['append', put(['l'], 9, 'd'), 'l:\n- a: 1\n  b: 2\n\n# of the second\n- c # beside\n\n- d\nz: 0\n'],
      ['move', move(['l'], 1, 0), 'l:\n# of the second\n- c # beside\n\n- a: 1\n  b: 2\nz: 0\n'],
      ['remove', drop('l', 0), 'l:\n# of the second\n- c # beside\nz: 0\n'],
      ['add beside', set(['k'], ['x']), 'l:\n- a: 1\n  b: 2\n\n# of the second\n- c # beside\nz: 0\nk:\n- x\n'],
    ],
  },
  {
    shape: 'an indented list with wide dashes',
    text: 'l:\n  -   a: 1\n  -   a: 2\n',
    changes: [
      ['insert', put(['l'], 1, { a: 3, b: 4 }), 'l:\n  -   a: 1\n  -   a: 3\n      b: 4\n  -   a: 2\n'],
      ['add to an item', set(['l', 0, 'b'], 5), 'l:\n  -   a: 1\n      b: 5\n  -   a: 2\n'],
    ],
  },
  {
    shape: 'brackets',
    text: 'm: { a: 1, "b": \'x\' } # c\nl: [ 1, two, "3" ]\n',
    changes: [
      ['set', set(['m', 'b'], 'it'), 'm: { a: 1, "b": \'it\' } # c\nl: [ 1, two, "3" ]\n'],
      ['add', set(['m', 'c'], 'y, z'), 'm: { a: 1, "b": \'x\', c: \'y, z\' } # c\nl: [ 1, two, "3" ]\n'],
      ['remove', drop('m', 'a'), 'm: { "b": \'x\' } # c\nl: [ 1, two, "3" ]\n'],
      ['rename', rename(['m', 'b'], 'd'), 'm: { a: 1, "d": \'x\' } # c\nl: [ 1, two, "3" ]\n'],
      ['insert', put(['l'], 1, [{}]), 'm: { a: 1, "b": \'x\' } # c\nl: [ 1, [{}], two, "3" ]\n'],
      ['move', move(['l'], 2, 0), 'm: { a: 1, "b": \'x\' } # c\nl: [ "3", 1, two ]\n'],
    ],
  },
  {
    shape: 'brackets over several lines',
    text: 'l: [\n  a, # one\n  b, # two\n]\n',
    changes: [
      ['set', set(['l', 0], 'c'), 'l: [\n  c, # one\n  b, # two\n]\n'],
      ['insert', put(['l'], 1, 'c'), 'l: [\n  a, # one\n  c, b, # two\n]\n'],
    ],
  },
  {
    shape: 'empty values',
    text: 'a:\nb: # none yet\nc: ~\nl:\n  -\n  - # none\n',
    changes: [
      ['set', set(['a'], 1), 'a: 1\nb: # none yet\nc: ~\nl:\n  -\n  - # none\n'],
      ['set before a comment', set(['b'], 'x'), 'a:\nb: x # none yet\nc: ~\nl:\n  -\n  - # none\n'],
      ['set to a map', set(['b', 'k'], 1), 'a:\nb: # none yet\n  k: 1\nc: ~\nl:\n  -\n  - # none\n'],
      ['set null', set(['c'], 'x'), 'a:\nb: # none yet\nc: x\nl:\n  -\n  - # none\n'],
      ['set an item', set(['l', 0], 'x'), 'a:\nb: # none yet\nc: ~\nl:\n  - x\n  - # none\n'],
      ['set an item before a comment', set(['l', 1], 'x'), 'a:\nb: # none yet\nc: ~\nl:\n  -\n  - x # none\n'],
    ],
  },
  {
    shape: 'quoted and odd keys',
    text: '"a b": 1\n\'c\': 2\ntrue: 3\n1: 4\n',
    changes: [
      ['set', set(['a b'], 5), '"a b": 5\n\'c\': 2\ntrue: 3\n1: 4\n'],
      ['rename', rename(['c'], "it's"), "\"a b\": 1\n'it''s': 2\ntrue: 3\n1: 4\n"],
      ['rename plain', rename(['true'], 'false'), '"a b": 1\n\'c\': 2\nfalse: 3\n1: 4\n'],
      ['remove', drop('1'), '"a b": 1\n\'c\': 2\ntrue: 3\n'],
      ['add', set(['x: y'], 1), '"a b": 1\n\'c\': 2\ntrue: 3\n1: 4\n"x: y": 1\n'],
    ],
  },
  ...['|', '|-', '|+', '>', '>-', '|2', '|2-', '>1+'].map((header): WrittenShape => {
    const pad = header === '>1+' ? ' ' : '  ';
    const text = `a: ${header} # c\n${pad}one\n${pad}two\nb: 1 # d\n`;
    return {
      shape: `a text block ${header}`,
      text,
      changes: [
        ['set what follows', set(['b'], 2), text.replace('1 # d', '2 # d')],
        ['set to one line', set(['a'], 'x'), 'a: x # c\nb: 1 # d\n'],
        ['rename', rename(['a'], 'z'), `z${text.slice(1)}`],
        ['remove', drop('a'), 'b: 1 # d\n'],
        ['add', set(['e'], 3), `${text}e: 3\n`],
      ],
    };
  }),
  {
    shape: 'anchors and aliases',
    text: 'base: &b # c\n  x: 1\na: *b\nl: [*b, 2]\n',
    changes: [
      ['set in the anchor', set(['base', 'x'], 2), 'base: &b # c\n  x: 2\na: *b\nl: [*b, 2]\n'],
      ['set an alias', set(['a'], 1), 'base: &b # c\n  x: 1\na: 1\nl: [*b, 2]\n'],
      ['add', set(['base', 'y'], 2), 'base: &b # c\n  x: 1\n  y: 2\na: *b\nl: [*b, 2]\n'],
      ['remove an alias', drop('l', 0), 'base: &b # c\n  x: 1\na: *b\nl: [2]\n'],
      ['rename', rename(['base'], 'root'), 'root: &b # c\n  x: 1\na: *b\nl: [*b, 2]\n'],
    ],
  },
  {
    shape: 'CRLF and no last line break',
    text: 'a: 1\r\nl:\r\n- x # c\r\n- y',
    changes: [
      ['set', set(['a'], { b: 1 }), 'a:\r\n  b: 1\r\nl:\r\n- x # c\r\n- y'],
      ['append', put(['l'], 2, 'z'), 'a: 1\r\nl:\r\n- x # c\r\n- y\r\n- z'],
      ['move', move(['l'], 1, 0), 'a: 1\r\nl:\r\n- y\r\n- x # c'],
      ['remove', drop('l', 1), 'a: 1\r\nl:\r\n- x # c'],
      ['add', set(['z'], 'a\nb\n'), 'a: 1\r\nl:\r\n- x # c\r\n- y\r\nz: |\r\n  a\r\n  b'],
    ],
  },
  {
    shape: 'a byte order mark',
    text: '\ufeffa: 1\nb: 2\n',
    changes: [
      ['set', set(['a'], 3), '\ufeffa: 3\nb: 2\n'],
      ['remove the first', drop('a'), '\ufeffb: 2\n'],
      ['rename', rename(['a'], 'c'), '\ufeffc: 1\nb: 2\n'],
    ],
  },
  {
    shape: 'templates',
    text: "a: x\nb: 'y'\n",
    changes: [
      ['set', set(['a'], '{{ t }}'), 'a: "{{ t }}"\nb: \'y\'\n'],
      ['set quoted', set(['b'], 'so {{ t }}'), 'a: x\nb: "so {{ t }}"\n'],
      ['add in a list', set(['c'], ['{{ t["q"] }}']), 'a: x\nb: \'y\'\nc:\n  - "{{ t[\\"q\\"] }}"\n'],
    ],
  },
];

describe.each(SHAPES)('$shape', ({ text, changes }) => {
  test.each(changes.map(([name, build, expected]) => ({ name, build, expected })))('$name', ({ build, expected }) => {
    const result = build(parseSyntax(text));
    if (!result.ok) expect.fail(`${result.error.code}: ${result.error.message}`);
    const after = applyEdits(text, result.value);
    expect(after).toBe(expected);
    expect(applyEdits(after, invertEdits(text, result.value))).toBe(text);
  });
});
