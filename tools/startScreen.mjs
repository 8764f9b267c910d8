import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'rolldown';
import { ROOT } from './ensure.mjs';

/** Of the last browsers that cannot start the app: they have to read why. */
const TARGET = 'es2015';

/**
 * @typedef {{ code: string, hash: string }} StartScript
 *   The script inside of the page, and how a content security policy allows it.
 */

/** Bundles `app/start` into one script without imports. @returns {Promise<StartScript>} */
export async function bundleStart() {
  const { output } = await build({
    input: path.join(ROOT, 'app/start/start.ts'),
    platform: 'browser',
    write: false,
    transform: { target: TARGET },
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  const code = output[0].code.trim();
  return { code, hash: `'sha256-${createHash('sha256').update(code).digest('base64')}'` };
}

/** Scripts and style sheets of the page that come from other files. */
const PARTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="stylesheet"[^>]*>)/g;

/**
 * Puts the script into the page, after what it fills and before all that may fail: what the page has to load goes behind it, style
 * sheets too, which in the head would keep the page blank until they are there.
 * @param {StartScript} script @returns {import('vite').Plugin}
 */
export function startScreen({ code }) {
  return {
    name: 'signalbox:start-screen',
    transformIndexHtml: {
      order: 'post',
      handler(html, { server }) {
        // The dev server's own scripts have to be the first.
        const parts = server ? [] : (html.match(PARTS) ?? []);
        const rest = parts.length === 0 ? html : html.replace(PARTS, '');
        return rest.replace('</body>', () => `  <script>${code}</script>${parts.join('')}\n  </body>`);
      },
    },
  };
}
