import { expect, test } from 'vitest';
import { readFailure } from './watchStart.ts';

/** An element of a page that could not load what it names. */
function element(tagName: string, address: object, parent = 'BODY'): EventTarget {
  return Object.assign(new EventTarget(), { tagName, ...address, parentElement: { tagName: parent } });
}

const SCRIPT = element('SCRIPT', { src: 'https://flows.example/app/assets/index-1.js' });

test('a script or style sheet of the page that did not arrive is named as it is on the site', () => {
  expect(readFailure({ target: SCRIPT }, 'https:')).toEqual({ world: 'part', detail: 'assets/index-1.js' });
  const sheet = element('LINK', { href: 'https://flows.example/assets/index-1.css' });
  expect(readFailure({ target: sheet }, 'http:')).toEqual({ world: 'part', detail: 'assets/index-1.css' });
  expect(readFailure({ target: SCRIPT }, 'file:')?.world).toBe('file');
});

test('an error that nothing handled is told in its words', () => {
  const message = 'Uncaught TypeError: x is not a function';
  const event = { target: new EventTarget(), message, filename: 'https://flows.example/assets/index-1.js' };
  expect(readFailure(event, 'https:')).toEqual({ world: 'broken', detail: message });
});

test.each([
  ['a style sheet that comes later', { target: element('LINK', { href: 'https://a.example/b/c.css' }, 'HEAD') }],
  ['a picture', { target: element('IMG', { src: 'https://a.example/b/c.png' }) }],
  ['a script of an extension', { target: null, message: 'no', filename: 'chrome-extension://abc/content.js' }],
])('%s keeps nothing off the screen', (_, event) => {
  expect(readFailure(event, 'https:')).toBeNull();
});
