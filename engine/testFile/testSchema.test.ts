import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json, loadPatterns } from '../base/index.ts';
import { checkSchema } from '../schema/index.ts';
import { testSchema } from './testSchema.ts';

beforeAll(() => loadPatterns());

test('the schema is sound', () => {
  expect(checkSchema(testSchema)).toEqual([]);
});

test('the page has each of its keys and words', () => {
  const page = readFileSync('docs/tests.md', 'utf8');
  const missing: string[] = [];
  const visit = (schema: Json): void => {
    if (!isJsonObject(schema)) return;
    const { properties = {}, items = null, additionalProperties: entries = null, enum: words = [] } = schema;
    const named = isJsonObject(properties) ? properties : {};
    for (const word of [...Object.keys(named), ...(Array.isArray(words) ? words : [])])
      if (!new RegExp(`\\b${String(word)}\\b`).test(page)) missing.push(String(word));
    for (const part of [items, entries, ...Object.values(named)]) visit(part);
  };
  visit(testSchema);
  expect(missing).toEqual([]);
});
