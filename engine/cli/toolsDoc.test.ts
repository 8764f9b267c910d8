import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT_IN_TOOLS } from '../effects/index.ts';

const DOC = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8');

test.each(BUILT_IN_TOOLS.map((tool) => [tool.use] as const))('docs/tools.md has a row for %s', (use) => {
  expect(DOC).toContain(`| \`${use}\` |`);
});
