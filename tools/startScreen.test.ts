import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { bundleStart, startScreen } from './startScreen.mjs';

const BUILT = `<html>
  <head>
    <title>Signalbox</title>
    <script type="module" crossorigin src="./assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-1.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;

/** A page as the plugin leaves it. */
function place(html: string, isServed: boolean): unknown {
  const { transformIndexHtml: hook } = startScreen({ code: 'watch("$&");', hash: '' });
  if (typeof hook !== 'object' || !('handler' in hook)) throw new Error('The plugin has no hook for the page.');
  return Reflect.apply(hook.handler, undefined, [html, isServed ? { server: {} } : {}]);
}

test('the script is one that browsers of 2017 can read, and the policy allows exactly it', async () => {
  const { code, hash } = await bundleStart();
  expect(code).not.toMatch(/\?\.|\?\?|\bimport\b|\bexport\b|\basync\b|\.\.\.|<\/script/);
  expect(hash).toBe(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
});

test('it stands behind what it fills, and before all that has to be loaded', () => {
  expect(place(BUILT, false)).toBe(`<html>
  <head>
    <title>Signalbox</title>
  </head>
  <body>
    <div id="root"></div>
    <script>watch("$&");</script>
    <script type="module" crossorigin src="./assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-1.css">
  </body>
</html>
`);
});

test('the scripts of the dev server stay the first', () => {
  const page = '<head><script type="module" src="/@vite/client"></script></head><body></body>';
  expect(place(page, true)).toMatch(
    /^<head><script type="module" src="\/@vite\/client"><\/script><\/head><body>\s*<script>/,
  );
});
