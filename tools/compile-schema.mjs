/**
 * Compiles the format's JSON Schema ahead of time: the page's security policy forbids making functions from text, which
 * is how ajv works at run time. Writes `engine/schema/validateDocument.gen.js` (one file, no imports) and publishes the
 * schema itself, and those of `signalbox.serve.yaml` and of test files, under `public/schema/`. Run it after changing anything in
 * `engine/schema/objects`, `engine/serveConfig` or `engine/testFile`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

export const VALIDATOR_PATH = 'engine/schema/validateDocument.gen.js';
export const SCHEMA_PATH = 'public/schema/signalbox.schema.json';
export const SERVE_SCHEMA_PATH = 'public/schema/signalbox.serve.schema.json';
export const TEST_SCHEMA_PATH = 'public/schema/signalbox.test.schema.json';

/** The texts of all four files, by their paths from the root of the repository. */
export async function generate() {
  const schema = await loadSchema('engine/schema/documentSchema.ts', 'documentSchema');
  const serveSchema = await loadSchema('engine/serveConfig/configSchema.ts', 'configSchema');
  const testSchema = await loadSchema('engine/testFile/testSchema.ts', 'testSchema');
  return new Map([
    [VALIDATOR_PATH, await compile(schema)],
    [SCHEMA_PATH, `${JSON.stringify(withMarkdown(schema), null, 2)}\n`],
    [SERVE_SCHEMA_PATH, `${JSON.stringify(withMarkdown(serveSchema), null, 2)}\n`],
    [TEST_SCHEMA_PATH, `${JSON.stringify(withMarkdown(testSchema), null, 2)}\n`],
  ]);
}

/**
 * Node 20 does not read TypeScript: the schema's modules are bundled into one file, which is imported and removed.
 * @param {string} place
 * @param {string} name
 */
async function loadSchema(place, name) {
  const bundle = await rolldown({ input: join(root, place) });
  const { output } = await bundle.generate({ format: 'esm' });
  const folder = join(root, 'node_modules/.cache/signalbox');
  const file = join(folder, `${name}-${process.pid}-${process.hrtime.bigint()}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, output[0].code);
  try {
    return (await import(pathToFileURL(file).href))[name];
  } finally {
    await rm(file);
  }
}

/** @param {import('ajv').AnySchemaObject} schema */
async function compile(schema) {
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    strict: false,
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone(ajv, ajv.compile(withoutNotes(schema)));
  return `/* Made by tools/compile-schema.mjs from engine/schema/objects. Do not edit. */\n${await bundle(withoutUnread(code))}`;
}

/**
 * ajv's output without what `validateDocument.ts` never reads of an error: where in the schema the rule is, and which
 * types it wanted. The latter are all that still ask for the schema itself, so it goes too.
 * @param {string} code
 */
function withoutUnread(code) {
  return code.replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '').replace(/params:\{type: ?[^{}]*\}/g, 'params:{}');
}

const NOTES = new Set([
  'title',
  'description',
  'examples',
  'default',
  'patternErrorMessage',
  'x-extension',
  'x-secret',
  'x-kind',
]);

/**
 * The schema without what only people and editors read. Keys under `properties` are names, not keywords.
 * @param {unknown} schema
 * @param {boolean} isNames
 * @returns {any}
 */
function withoutNotes(schema, isNames = false) {
  if (Array.isArray(schema)) return schema.map((item) => withoutNotes(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => isNames || !NOTES.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, withoutNotes(value, !isNames && (key === 'properties' || key === '$defs'))]),
  );
}

/**
 * The schema as it is published: next to each description the same for editors that show Markdown, with what else there is
 * to know of the field.
 * @param {any} schema
 * @param {boolean} isNames
 * @returns {any}
 */
function withMarkdown(schema, isNames = false) {
  if (Array.isArray(schema)) return schema.map((item) => withMarkdown(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Examples and defaults are the author's data, not schemas.
      if (!isNames && (key === 'examples' || key === 'default')) return [[key, value]];
      const inner = withMarkdown(value, !isNames && (key === 'properties' || key === '$defs'));
      return !isNames && key === 'description'
        ? [
            [key, value],
            ['markdownDescription', describe(schema)],
          ]
        : [[key, inner]];
    }),
  );
}

/** @param {any} schema */
function describe(schema) {
  const notes = [
    schema.default === undefined ? '' : `Default: \`${schema.default}\`.`,
    schema['x-kind'] === 'duration' ? 'A duration: a number with `ms`, `s`, `m`, `h`, `d` or `w`, also `1h30m`.' : '',
    schema['x-secret'] ? 'A secret: keep it in a variable, not in the file.' : '',
    schema['x-extension'] ? 'An extension of Signalbox.' : '',
  ].filter((note) => note !== '');
  return [schema.description, ...notes].join('\n\n');
}

/**
 * ajv's output still asks for ajv's own run-time helpers: pulls them into the one file.
 * @param {string} code
 */
async function bundle(code) {
  const entry = 'validate-document';
  const input = code.replace(/const (\w+) = require\("([^"]+)"\)(\.\w+)?/g, (_match, name, path, member = '') => {
    return `import * as ${name}Module from ${JSON.stringify(require.resolve(path))};\nconst ${name} = ${name}Module${member}`;
  });
  const result = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'compiled-schema',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? input : null),
      },
    ],
  });
  const { output } = await result.generate({ format: 'esm', comments: false, minify: true });
  return output[0].code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generate()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
