import { expect, test } from 'vitest';
import { isWholeJson, readJson } from './readJson.ts';

const SCHEMA = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };

test.each([
  ['the whole text', '{"n": 1}', { n: 1 }],
  ['a list', '[1, 2]', [1, 2]],
  ['after what was thought', '<think>Is it {"n": 2}? No.</think>\n{"n": 1}', { n: 1 }],
  ['after thoughts whose opening tag is missing', 'Is it {"n": 2}? No.\n</think>\n{"n": 1}', { n: 1 }],
  ['after thoughts in other tags', '<thinking>Hm.</thinking>{"n": 1}', { n: 1 }],
  ['in a fence', 'Here you are:\n```json\n{"n": 1}\n```\nAnything else?', { n: 1 }],
  ['in a fence of another language', '~~~JSON5\n{"n": 1}\n~~~', { n: 1 }],
  ['thought about, then in a fence', '<think>Hm</think>\n```\n{"n": 1}\n```', { n: 1 }],
  ['between sentences', 'The answer is {"n": 1}. I hope that {this} helps.', { n: 1 }],
  ['with brackets in its texts', 'So: {"n": 1, "say": "a } or a \\" and ]"} done', { n: 1, say: 'a } or a " and ]' }],
  ['after an example that does not fit', 'Such as {"m": 1}, so {"n": 1}', { n: 1 }],
  ['after a draft', 'First {"n": 2}, but rather {"n": 1}', { n: 1 }],
  ['that does not fit, to say why', 'It is {"m": 1}', { m: 1 }],
])('JSON is read from %s', (_, text, value) => {
  expect(readJson(text, SCHEMA)?.value).toEqual(value);
});

test('a tag inside of JSON is part of it', () => {
  expect(readJson('{"n": 1, "html": "a</think>b"}', SCHEMA)?.value).toEqual({ n: 1, html: 'a</think>b' });
});

test('integers that no number holds are told, from wherever they are read', () => {
  expect(readJson('It is {"n": 9007199254740993}.', SCHEMA)?.lost).toHaveLength(1);
});

test.each(['', 'No idea.', '{"n": 1', 'Well, {n: 1}', '<think>{"n": 1}'])('there is no JSON in %j', (text) => {
  expect(readJson(text, { type: 'object', required: ['n'] })).toBeUndefined();
});

test('a text of nothing but brackets is read in no time that matters', () => {
  expect(readJson('{'.repeat(200_000), SCHEMA)).toBeUndefined();
  expect(readJson('{}'.repeat(5_000), SCHEMA)?.value).toEqual({});
});

test.each([
  ['{"n": 1}', true],
  ['<think>Hm</think>{"n": 1}', true],
  ['```json\n{"n": 1}\n```', true],
  ['```json\n{"n": 1}\n```\nAnd now', false],
  ['Such as {"n": 1}, so {"n":', false],
])('whether %j is whole: %j', (text, whole) => {
  expect(isWholeJson(text)).toBe(whole);
});

test.each([
  ['as it is', 'Dear Ada,\nthank you.\n', 'Dear Ada,\nthank you.'],
  ['of digits', '123', '123'],
  ['in quotes', '"a \\"text\\""', 'a "text"'],
  ['in a fence', '```json\n"a text"\n```', 'a text'],
  ['with a fence in it', 'Write:\n```\n"x"\n```', 'Write:\n```\n"x"\n```'],
  ['with an object in it', 'Send {"n": 1}.', 'Send {"n": 1}.'],
  ['after thoughts', '<think>Hm.</think>\nYes.', 'Yes.'],
])('a text that was asked for is read %s', (_, text, value) => {
  expect(readJson(text, { type: 'string' })?.value).toBe(value);
});

test('a text that does not fit is none, nor is an empty one', () => {
  expect(readJson('Perhaps', { type: 'string', enum: ['yes', 'no'] })).toBeUndefined();
  expect(readJson('yes\n', { type: 'string', enum: ['yes', 'no'] })?.value).toBe('yes');
  expect(readJson('', { type: 'string' })).toBeUndefined();
  expect(readJson('So {"n": 1}', { type: ['string', 'object'] })?.value).toEqual({ n: 1 });
});
