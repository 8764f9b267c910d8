import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';
import { checkPages, findOddWords, findOddWordsOfPage } from './findOddWords.mjs';

test.each([
  ['The file beside it.', 'beside'],
  ['Nobody waits for this signal.', 'Nobody'],
  ['The run goes on.', 'goes on'],
  ['What no test came to.', 'test came to'],
  ['An update to what it came to.', 'what it came to'],
  ['A secret stands in the output.', 'stands'],
  ['The text is written anew.', 'anew'],
  ['Connect it, or leave it out.', 'leave it out'],
  ['A task leads on by its exits.', 'leads on'],
  ['This mends three findings.', 'mends'],
  ['The text is lent to the editor.', 'lent'],
  ['A run is put down for want of room.', 'put down'],
  ['The storage takes nothing.', 'takes nothing'],
  ['The page was not let in.', 'let in'],
  ['The how manieth call of a tool.', 'manieth'],
])('%s is not plain', (text, word) => {
  expect(findOddWords(text).map((found) => found.word)).toContain(word);
});

test.each([
  'Two cards lie side by side.',
  'What is gone on the other side of a merge.',
  'The view comes to rest, and a run came to an end.',
  'A sign stands for a card; a clock stands still, and a fork stands alone. Stand-ins are standard.',
  'Recommended amendments, silent talent, and an understood besides.',
  'The property `beside` and the option `anew`.',
])('%s is fine', (text) => {
  expect(findOddWords(text)).toEqual([]);
});

test('a page is looked at without its code, its quotes and its links, and tells the line', () => {
  const page = [
    '# Tests',
    '',
    '```sh',
    'echo nobody',
    '```',
    '*Proved by* `a.test.ts`: "goes on with its run" · “would ask anew”',
    'See [imports](0008-imports-are-read-beside-the-text.md).',
    'The run goes on.',
  ].join('\n');
  expect(findOddWordsOfPage(page)).toEqual([{ line: 8, word: 'goes on', advice: 'continues, keeps running' }]);
});

test('the pages of this repository are in plain words', () => {
  expect(checkPages(ROOT)).toEqual([]);
});
