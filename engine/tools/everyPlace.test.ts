/** What each part of Signalbox states about a built-in, against its declaration: keys, types, values and descriptions. */
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { createPerformer } from '../effects/index.ts';
import { analyze } from '../graph/index.ts';
import { completionsAt, hoverAt, listConfigFields, listInputFields } from '../language/index.ts';
import { atCursor } from '../language/testing.ts';
import { makeToolCall } from '../testing/calls.ts';
import type { ToolSchema } from './BuiltInTool.ts';
import { BUILT_INS, builtInUse } from './builtIns.ts';

type Tool = (typeof BUILT_INS)[number];

const tools = BUILT_INS.map((tool): [string, Tool] => [tool.name, tool]);

const SCHEMA = '    schema: { input: { type: object }, output: { type: object } }\n';

/** A document with the tool in use by a task and by a definition, and lines below the `with` or the `config` of it. */
const DOCUMENTS = {
  input: (tool: Tool, lines: string) =>
    `tasks:\n  - id: a\n    type: basic\n    use: ${builtInUse(tool)}\n    with:\n      ${lines}\n`,
  config: (tool: Tool, lines: string) =>
    `tools:\n  - id: a\n    use: ${builtInUse(tool)}\n${SCHEMA}    config:\n      ${lines}\ntasks: []\n`,
};

type DocumentKind = keyof typeof DOCUMENTS;

const parts = tools.flatMap(([name, tool]) =>
  (['config', 'input'] as const).map((part): [string, DocumentKind, Tool] => [name, part, tool]),
);

/** What the schema of a part declares, with the keys of config that a task writes in its `with`. */
function declaredIn(
  tool: Tool,
  part: DocumentKind,
): readonly (readonly [key: string, schema: JsonObject, isRequired: boolean])[] {
  const { properties = {}, required }: ToolSchema = tool.schema[part];
  const own = Object.entries(properties).map(
    ([key, schema]) => [key, schema, Array.isArray(required) && required.includes(key)] as const,
  );
  const direct = part === 'config' ? [] : (tool.directConfig ?? []);
  const config: ToolSchema['properties'] = tool.schema.config.properties ?? {};
  return [...own, ...direct.map((key) => [key, config?.[key] ?? {}, false] as const)];
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
  object: 'map',
  null: 'null',
};

function typesOf(type: Json): readonly string[] {
  return [type].flat().filter((each) => typeof each === 'string');
}

function typeWords({ type, enum: words }: JsonObject): string {
  if (Array.isArray(words)) return words.join(' | ');
  return type === undefined
    ? ''
    : typesOf(type)
        .map((each) => WORDS[each])
        .join(' or ');
}

function complete(marked: string) {
  const { analysis, offset } = atCursor(marked);
  return completionsAt(analysis, offset);
}

/** Keys that the format itself has in the config of any tool. */
const OF_THE_FORMAT = ['api_key', 'code', 'repeat'];

test.each(parts)('completion offers what %s reads of its %s, with types and descriptions', (_, part, tool) => {
  const isOwn = ([key]: readonly [string, ...unknown[]]): boolean => part === 'input' || !OF_THE_FORMAT.includes(key);
  const offered = complete(DOCUMENTS[part](tool, '‸'))
    .map(({ label, detail, documentation }) => [label, detail, documentation] as const)
    .filter(isOwn);
  const declared = declaredIn(tool, part).map(
    ([key, schema, isRequired]) =>
      [
        key,
        [typeWords(schema), isRequired ? 'required' : ''].filter((word) => word !== '').join(', '),
        schema['description'],
      ] as const,
  );
  expect(offered).toEqual(declared.filter(isOwn));
});

const fields = parts.flatMap(([name, part, tool]) =>
  declaredIn(tool, part).map(([key, schema]): [string, DocumentKind, string, Tool, JsonObject] => [
    name,
    part,
    key,
    tool,
    schema,
  ]),
);

test.each(fields)(
  'of %s, completion offers the values of %s.%s that its schema lists',
  (_, part, key, tool, schema) => {
    const { enum: words, type, default: fallback } = schema;
    const values = Array.isArray(words) ? words : type === 'boolean' ? [true, false] : [];
    const offered = complete(DOCUMENTS[part](tool, `${key}: ‸`)).filter(({ kind }) => kind === 'value');
    if (values.length === 0) return;
    expect(offered.map(({ label, detail }) => [label, detail])).toEqual(
      values.map((value: Json) => [JSON.stringify(value).replaceAll('"', ''), value === fallback ? 'default' : '']),
    );
  },
);

test.each(fields)('of %s, hover on %s.%s describes it', (_, part, key, tool, schema) => {
  if (part === 'config' && OF_THE_FORMAT.includes(key)) return;
  const { analysis, offset } = atCursor(DOCUMENTS[part](tool, `${key}‸: x`));
  expect(hoverAt(analysis, offset)?.markdown).toContain(schema['description']);
});

test.each(parts)('the form of %s offers the keys of its %s', (_, part, tool) => {
  const analysis = analyze('a.yaml', DOCUMENTS[part](tool, ''));
  const offered =
    part === 'input' ? listInputFields(analysis, 'a') : listConfigFields(analysis, ['tools', 0, 'config']);
  expect(offered.map(({ name, description }) => ({ name, description }))).toEqual(
    declaredIn(tool, part).map(([key, schema]) => ({ name: key, description: schema['description'] })),
  );
});

/** How completion describes the keys of an output, in the words of expressions. */
function shapeWords({ type, enum: words }: JsonObject): string {
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(' | ');
  return type === undefined
    ? 'any'
    : typesOf(type)
        .map((each) => WORDS[each]?.replace('whole ', ''))
        .join(' or ');
}

/** The keys of an output and of all in it, as they are read: `.errors[0].path`. */
function outputPaths(schema: JsonObject, path = ''): readonly (readonly [path: string, schema: JsonObject])[] {
  const { properties, items } = schema;
  const own = path === '' ? [] : [[path, schema] as const];
  const members = isJsonObject(properties) ? Object.entries(properties) : [];
  return [
    ...own,
    ...members.flatMap(([key, inner]) => (isJsonObject(inner) ? outputPaths(inner, `${path}.${key}`) : [])),
    ...(isJsonObject(items) && schema['type'] === 'array' ? outputPaths(items, `${path}[0]`) : []),
  ];
}

const outputs = tools.flatMap(([name, tool]) =>
  outputPaths(tool.schema.output)
    .filter(([path]) => /\.\w+$/.test(path))
    .map(([path, schema]): [string, string, Tool, JsonObject] => [name, path, tool, schema]),
);

test.each(outputs)('of %s, the inferred type of output%s is that of its schema', (_, path, tool, schema) => {
  const head = path.slice(0, path.lastIndexOf('.'));
  const start = `tasks:\n  - { id: a, type: basic, use: "${builtInUse(tool)}", on_success: { next: b } }\n`;
  const offered = complete(`${start}  - { id: b, type: map, config: { mapping: "{{ tasks.a.output${head}.‸ }}" } }\n`);
  const item = offered.find(({ label }) => label === path.slice(head.length + 1));
  expect(item?.detail).toBe(shapeWords(schema));
});

test.each(tools)('the inferred type of %s has all keys of its output', (_, tool) => {
  const start = `tasks:\n  - { id: a, type: basic, use: "${builtInUse(tool)}", on_success: { next: b } }\n`;
  const offered = complete(`${start}  - { id: b, type: map, config: { mapping: "{{ tasks.a.output.‸ }}" } }\n`);
  expect(offered.map(({ label }) => label)).toEqual(Object.keys(tool.schema.output.properties ?? {}));
});

/** A value of no type but `null`, which every key with a type refuses. */
const WRONG: Json = null;

const checked = fields.filter(
  ([name, part, key, tool, { type }]) =>
    // A run calls the memory itself; keys written instead of config are not part of the input.
    name !== 'memory' && type !== undefined && tool.schema[part].properties?.[key] !== undefined,
);

test.each(checked)('%s refuses a %s.%s of another type', async (_, part, key, tool) => {
  const performer = createPerformer({ baseUrl: '', resolveSecret: () => undefined });
  const input: JsonObject = part === 'input' ? { ...tool.start, [key]: WRONG } : tool.start;
  const config = part === 'config' ? { [key]: WRONG } : {};
  const call = makeToolCall(builtInUse(tool), input, { config });
  const outcome = await performer.perform(call, new AbortController().signal);
  const details = outcome.ok ? null : outcome.error.details;
  const errors = isJsonObject(details) && Array.isArray(details['errors']) ? details['errors'] : [];
  expect(outcome).toMatchObject({
    error: { code: part === 'config' ? 'CONFIGURATION_ERROR' : 'VALIDATION_ERROR' },
  });
  expect(errors.map((error: Json) => (isJsonObject(error) ? error['path'] : null))).toContain(`/${key}`);
});
