import { expect, test } from 'vitest';
import { isWellFormedXml } from './agentMemory.ts';

test.each([
  '<user><name/><facts/><goals/></user>',
  '<user>\n  <name>Ada &amp; Bo</name>\n  <facts n="1" m=\'2\'>x</facts></user>',
  '<a/> <b>&#65;&#x41;</b>',
  '<?xml version="1.0"?><!-- note --><a><![CDATA[1 < 2 && 3]]></a>',
  '<a-b x:y = "1" ></a-b >',
])('%s is well-formed', (text) => {
  expect(isWellFormedXml(text)).toBe(true);
});

test.each([
  '',
  'Ada',
  'Ada <a/>',
  '<a>',
  '</a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a x=1/>',
  '<a>1 < 2</a>',
  '<a>1 & 2</a>',
  '<a',
  '<1/>',
])('%s is not', (text) => {
  expect(isWellFormedXml(text)).toBe(false);
});

test('a long text takes no longer than it is long', () => {
  expect(isWellFormedXml(`<a>${'x '.repeat(100_000)}</a>`)).toBe(true);
  expect(isWellFormedXml(`<a ${'b="1" '.repeat(50_000)}<`)).toBe(false);
});
