import { describe, expect, it } from 'vitest';
import { yaml } from '../../testing/index.ts';
import { placeAt } from './placeAt.ts';

/** The place as `kind path [siblings] «typed»`. */
function place(marked: string): string {
  const text = marked.replace('‸', '');
  const found = placeAt(text, marked.indexOf('‸'));
  if (found === null) return 'nothing';
  const siblings = found.siblings.length === 0 ? '' : ` [${found.siblings.toSorted().join(' ')}]`;
  return `${found.kind} ${found.path.join('/')}${siblings} «${text.slice(found.typed.start, found.typed.end)}»`;
}

describe('a place', () => {
  it.each([
    ['‸', 'open  «»'],
    ['ta‸', 'open  «ta»'],
    ['na‸me: x', 'key  «name»'],
    ['name: ‸', 'value name «»'],
    ['name:‸', 'value name «»'],
    ['name: ab‸cd # why', 'value name «abcd»'],
    ['name: "ab‸cd"', 'value name «abcd»'],
    ['name: ‸"ab"', 'value name «»'],
    ['name: "ab" ‸', 'nothing'],
    ['name: x # wh‸y', 'nothing'],
    ['# wh‸y', 'nothing'],
    ["name: 'a # b‸'", 'value name «a # b»'],
    ['config: { ti‸ }', 'key config «ti»'],
    ['config: { timeout: 5‸', 'value config/timeout «5»'],
    ['config: { timeout: 5s, ‸ }', 'key config [timeout] «»'],
    ['routes: { a: { next: ‸ } }', 'value routes/a/next «»'],
    ['next: [a, ‸]', 'value next/1 «»'],
    ['tasks:\n- { id: a, ty‸ }', 'key tasks/0 [id] «ty»'],
    ['tasks:\r\n    -   {id: a}\r\n    -   {id: b, config: {x: [1, ‸2]}}', 'value tasks/1/config/x/1 «2»'],
    ['l:\n- [a, ‸]', 'value l/0/1 «»'],
    ['{ id: ‸ }', 'value id «»'],
    ['l:\n- {{ x‸', 'open l/0 «{{ x»'],
    ['a: {{ x‸ }}', 'value a «{{ x }}»'],
  ])('%j', (marked, expected) => {
    expect(place(marked)).toBe(expected);
  });

  it('follows indentation', () => {
    expect(
      place(yaml`
        agents:
          - id: a
        tasks:
          - id: one
            type: basic
          - id: two
            on_success:
              ne‸
            type: basic
      `),
    ).toBe('open tasks/1/on_success «ne»');
  });

  it('reads keys of the same map above and below', () => {
    expect(
      place(yaml`
        tasks:
          - id: one
            config:
              type: nested
            ‸
            retry:
              attempts: 1
            name: One
          - id: two
      `),
    ).toBe('open tasks/0 [config id name retry] «»');
  });

  it('finds the first key behind a dash', () => {
    expect(place('tasks:\n  - id: a\n  - ‸')).toBe('open tasks/1 «»');
    expect(place('tasks:\n  - i‸\n    type: basic')).toBe('open tasks/0 [type] «i»');
  });

  it('reads lists that are not indented under their key', () => {
    expect(place('tasks:\n- id: a\n- id: b\n  type: ‸\nagents: []')).toBe('value tasks/1/type «»');
    expect(place('tasks:\n- id: a\n- id: b\n‸')).toBe('open  [tasks] «»');
  });

  it('leaves the text of block scalars alone', () => {
    expect(place('a:\n  text: |\n    key: va‸l\n')).toBe('nothing');
    expect(place('a:\n  text: |\n    key: val\n  ne‸')).toBe('open a [text] «ne»');
  });

  it('reads CRLF', () => {
    expect(place('tasks:\r\n  - id: a\r\n    ty‸\r\n')).toBe('open tasks/0 [id] «ty»');
  });
});
