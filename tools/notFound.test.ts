import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

const LINKS = [...readFileSync(path.join(ROOT, 'public/404.html'), 'utf8').matchAll(/href="([^"]+)"/g)].map(
  ([, href = '']) => href,
);

/** The addresses that can be reached by the links of the page where only `app` is not missing. */
function follow(from: string, app: string): Set<string> {
  const reached = new Set([from]);
  for (const address of reached)
    if (address !== app) for (const link of LINKS) reached.add(new URL(link, address).href);
  return reached;
}

test.each(['https://flows.example/', 'https://flows.example/signalbox/'])(
  'the page for a missing address leads to the app, however deep below %s the address is',
  (app) => {
    for (const missing of ['x', 'assets/x.js', 'a/b/c', 'a/b/c/'])
      expect(follow(app + missing, app), missing).toContain(app);
  },
);
