import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json, loadPatterns } from '../base/index.ts';
import { checkSchema } from '../schema/index.ts';
import { configSchema } from './configSchema.ts';
import { readConfig } from './readConfig.ts';

beforeAll(() => loadPatterns());

const pages = ['docs/serve.md', 'docs/triggers.md'].map((file) => readFileSync(file, 'utf8')).join('\n');

test('each example of the pages is a configuration without findings', () => {
  const examples = [...pages.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(examples).toHaveLength(11);
  for (const text of examples) expect(readConfig(text)).toMatchObject({ ok: true });
});

test('the pages have each key of the schema, and each of its words', () => {
  const missing: string[] = [];
  const visit = (schema: Json): void => {
    if (!isJsonObject(schema)) return;
    const { properties = {}, items = null, additionalProperties: entries = null, enum: words = [] } = schema;
    const named = isJsonObject(properties) ? Object.keys(properties) : [];
    for (const word of [...named, ...(Array.isArray(words) ? words : [])])
      if (!new RegExp(`\\b${String(word)}\\b`).test(pages)) missing.push(String(word));
    for (const part of [items, entries, ...(isJsonObject(properties) ? Object.values(properties) : [])]) visit(part);
  };
  visit(configSchema);
  expect(missing).toEqual([]);
});

test('the schema is sound', () => {
  expect(checkSchema(configSchema)).toEqual([]);
});
