import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { checkSchema } from '../../schema/index.ts';
import { createDocument, ROUTES } from './openApi.ts';
import { ApiUnderTest } from './testing.ts';

const document = createDocument();

function partAt(...keys: readonly string[]): JsonObject {
  const part = keys.reduce<Json>((at, key) => (isJsonObject(at) ? (at[key] ?? null) : null), document);
  return isJsonObject(part) ? part : {};
}

test('the document of the API is OpenAPI 3.1, by the schema of OpenAPI', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: { ok: {} } } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('it has each route, and each parameter of its path', () => {
  const described = Object.entries(partAt('paths')).flatMap(([path, methods]) =>
    Object.keys(isJsonObject(methods) ? methods : {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { path, parameters, id } of ROUTES) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect({ id, named }).toEqual({ id, named: parameters.filter((one) => one.in === 'path').map(({ name }) => name) });
  }
  expect(new Set(ROUTES.map(({ id }) => id)).size).toBe(ROUTES.length);
});

test('its schemas are sound, and each that is referred to is there', () => {
  const schemas = partAt('components', 'schemas');
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ''] of references) expect(Object.keys(schemas)).toContain(name);
  const local: Json = JSON.parse(JSON.stringify({ $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/'));
  expect(checkSchema(local)).toEqual([]);
});

test('it is served', async () => {
  const api = await ApiUnderTest.start();
  expect((await api.get('/openapi.json')).body).toEqual(document);
  await api.close();
});
