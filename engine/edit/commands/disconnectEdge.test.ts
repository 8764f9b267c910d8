import { expect, test } from 'vitest';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { disconnectEdge } from './disconnectEdge.ts';

const text = yaml`
  tasks:
    - id: a
      type: decision
      config:
        condition: "{{ input.x }}" # ask
        routes:
          one: b # first
          two: { next: c, condition: "{{ value > 2 }}" }
        default:
          next: c
      on_error:
        next: [b, c]
      on_start:
        next: b
        with:
          x: 1
    - id: b
      type: basic
      on_success: # then
        next: c
    - id: c
      type: basic
`;

function without(edgeId: string): string {
  return editText(text, (it) => disconnectEdge(it, { edgeId })).text;
}

test('a handler that only led on goes whole', () => {
  expect(without('b>on_success>c')).toBe(text.replace('    on_success: # then\n      next: c\n', ''));
});

test('a handler that also passes data keeps it', () => {
  expect(without('a>on_start>b')).toBe(text.replace('      next: b\n      with', '      with'));
});

test('one of two targets goes, the other is written without a list', () => {
  expect(without('a>on_error>b')).toBe(text.replace('[b, c]', 'c'));
});

test('a short route goes', () => {
  expect(without('a>routes.one>b')).toBe(text.replace('        one: b # first\n', ''));
});

test('a long route keeps its condition', () => {
  expect(without('a>routes.two>c')).toBe(text.replace('{ next: c, condition', '{ condition'));
});

test('the last thing in a config takes the config along', () => {
  const small =
    'tasks:\n  - id: d\n    type: decision\n    config:\n      default:\n        next: e\n  - id: e\n    type: basic\n';
  expect(editText(small, (it) => disconnectEdge(it, { edgeId: 'd>default>e' })).text).toBe(
    'tasks:\n  - id: d\n    type: decision\n  - id: e\n    type: basic\n',
  );
});

test('an edge that is gone, and one that list order makes, are refused', () => {
  expect(refusalOf(text, (it) => disconnectEdge(it, { edgeId: 'b>on_error>c' }))).toBe('UNKNOWN_EDGE');
  const composite =
    'tasks:\n  - id: c\n    type: composite\n    tasks:\n      - {id: x, type: basic}\n      - {id: y, type: basic}\n';
  expect(refusalOf(composite, (it) => disconnectEdge(it, { edgeId: 'x>sequence>y' }))).toBe('ORDER_OF_LIST');
});
