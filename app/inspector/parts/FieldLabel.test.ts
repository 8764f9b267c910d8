import { expect, test } from 'vitest';
import { labelOf } from './FieldLabel.tsx';

test.each([
  ['response_type', 'Response type'],
  ['fail_on_error', 'Fail on error'],
  ['url', 'URL'],
  ['baseUrl', 'Base URL'],
  ['customer_id', 'Customer ID'],
  ['json', 'JSON'],
])('the key %s is called “%s”', (key, label) => {
  expect(labelOf(key)).toBe(label);
});
