import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8');

/** The rows of the table of what agents, files and pages may try. */
const [, section = ''] = page.split('### Attacks, and the tests that they fail');
const rows = (section.split(/^## /mu)[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | '))
  .map(([tried = '', , proof = '']) => ({ tried, proofs: [...proof.matchAll(/`([^`]+)`: "([^"]+)"/gu)] }));

test('the table has a row for each kind of attack', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows)('$tried is tried by a test that exists', ({ proofs }) => {
  expect(proofs).not.toEqual([]);
  for (const [, file = '', title = ''] of proofs) {
    const path = join(ROOT, file);
    expect(existsSync(path), file).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(text.includes(`'${title}'`) && !text.includes(`skip('${title}'`), `${file}: ${title}`).toBe(true);
  }
});
