import { expect, test } from 'vitest';
import { parseTemplate } from '#engine/values';
import { highlightTemplate } from './highlightTemplate.ts';

function marked(source: string): string {
  return highlightTemplate(parseTemplate(source))
    .map(({ text, mark, isWrong }) => `${mark}${isWrong ? '!' : ''}:${text}`)
    .join('|');
}

test('references, functions and literals each have their look', () => {
  expect(marked('Hi {{ tasks.a.output | pick(["plan", 1]) }}!')).toBe(
    'plain:Hi |brace:{{|plain: |reference:tasks.a.output|plain: | |function:pick|plain:([|literal:"plan"|plain:, |literal:1|plain:]) |brace:}}|plain:!',
  );
});

test('a mistake is marked where it is', () => {
  expect(marked('{{ 1 + }}')).toContain('!');
  expect(marked('a {{ b')).toContain('brace!:{{');
});

test('text without expressions is plain', () => {
  expect(marked('hello')).toBe('plain:hello');
  expect(marked('')).toBe('');
});
