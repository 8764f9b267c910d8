import { expect, test } from 'vitest';
import { splitThoughts } from './toPrompt.ts';

test.each([
  ['<think>\nHm. Is it <b>?\n</think>\n\nIt is Paris.', 'Hm. Is it <b>?', 'It is Paris.'],
  ['  <Thinking>Hm.</Thinking>It is Paris.', 'Hm.', 'It is Paris.'],
  ['Hm. Is it?\n</think>\n\nIt is Paris.', 'Hm. Is it?', 'It is Paris.'],
  ['<think></think>\n\nIt is Paris.', '', 'It is Paris.'],
  ['It is Paris.', '', 'It is Paris.'],
  ['', '', ''],
  ['<think> opens what a model thinks.', '', '<think> opens what a model thinks.'],
  ['Write <think>Hm.</think> before the answer.', '', 'Write <think>Hm.</think> before the answer.'],
  ['The tag </think> closes it.\nNothing else does.', '', 'The tag </think> closes it.\nNothing else does.'],
])('%j', (text, thoughts, said) => {
  expect(splitThoughts(text, false)).toEqual({ thoughts, said });
});

test('thoughts that were cut off are no answer', () => {
  expect(splitThoughts('<think>Hm. Is it', true)).toEqual({ thoughts: 'Hm. Is it', said: '' });
  expect(splitThoughts('<think>Hm.</think>It is Par', true)).toEqual({ thoughts: 'Hm.', said: 'It is Par' });
});
