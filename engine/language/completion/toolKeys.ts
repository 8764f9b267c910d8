import { assertNever, type Data, type DataMap, isDataMap, type Json, toData } from '../../base/index.ts';
import { effectiveWorkflow, type ShownAnalysis } from '../../graph/index.ts';
import { findTask, type Reference, readReference, resolveUse, type Task, type Workflow } from '../../model/index.ts';
import type { FieldDescription, JsonType, SchemaProperty } from '../../schema/index.ts';
import { findNode, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type BuiltInTool, builtInNamed } from '../../tools/index.ts';
import { nodeOfPath } from '../places/nodeAt.ts';
import { dataAt } from './completeSchema.ts';
import { fieldsOfSchema, type InputField } from './inputFields.ts';
import type { DocumentDraft } from './startValue.ts';

/**
 * The values that what a task runs reads of its input, in the order of its schema; none where that is not known.
 * @param mcpTools tools of the servers that are set up, with the schemas they declare
 */
export function listInputFields(
  analysis: ShownAnalysis,
  taskId: string,
  mcpTools: readonly DeclaredTool[] = [],
): readonly InputField[] {
  const workflow = effectiveWorkflow(analysis);
  const task = findTask(workflow, taskId);
  return task === undefined ? [] : fieldsOf(inputSchemasOf(workflow, task, mcpTools));
}

/** The values that a tool reads of its config, by the path of that config; none where they are not known. */
export function listConfigFields(analysis: ShownAnalysis, path: Path): readonly InputField[] {
  const tool = findNode(analysis.syntax, path.slice(0, -1));
  return fieldsOf(configSchemasOf(analysis, path, tool === undefined ? null : toNodeData(tool)));
}

/** A tool of a server, as its server declares it. */
export interface DeclaredTool {
  /** `mcp:<server>/<tool>`. */
  readonly use: string;
  /** A JSON Schema; null where its server declares none. */
  readonly inputSchema: Json;
}

/** The keys that what runs there reads of the map at a path: of a `with`, or of the `config` of a tool. */
export function toolKeysAt(draft: DocumentDraft, path: Path): readonly ToolKey[] {
  const key = path.at(-1);
  const { analysis, document } = draft;
  if (key === 'config') return keysOf(configSchemasOf(analysis, path, dataAt(document, path.slice(0, -1)) ?? null));
  if (key !== 'with') return [];
  const workflow = effectiveWorkflow(analysis);
  const own = nodeOfPath(analysis, path);
  const isOwn = own !== null && path.length === own.task.path.length + 1;
  const next = isOwn ? undefined : dataAt(document, [...path.slice(0, -1), 'next']);
  const task = isOwn ? own.task : typeof next === 'string' ? findTask(workflow, next) : undefined;
  return task === undefined ? [] : inputKeysOf(workflow, task);
}

/** A schema that names keys, and which of them count. */
interface KeyedSchema {
  readonly schema: Data;
  /** Only these, where given. */
  readonly only?: readonly string[];
  /** Keys whose text is never a template. */
  readonly verbatim?: readonly string[];
}

function inputKeysOf(workflow: Workflow, task: Task): readonly ToolKey[] {
  return keysOf(inputSchemasOf(workflow, task, []));
}

/** The task's own schema, and that of what it runs. */
function inputSchemasOf(workflow: Workflow, task: Task, mcpTools: readonly DeclaredTool[]): readonly KeyedSchema[] {
  const use = resolveUse(workflow, task);
  const own: KeyedSchema = { schema: task.inputSchema };
  switch (use.kind) {
    case 'core':
      return [own, ...directSchemas(builtInNamed(use.name))];
    case 'tool': {
      const declared = { schema: use.tool.schema.input };
      return [own, ...(keysOf([declared]).length > 0 ? [declared] : ofBuiltIn(builtInOf(use.tool.use), 'input'))];
    }
    case 'agent':
      return [own, { schema: AGENT_INPUT }];
    case 'mcp': {
      const declared = mcpTools.find((tool) => tool.use === `mcp:${use.server}/${use.tool}`)?.inputSchema;
      return [own, ...(declared === undefined ? [] : [{ schema: toData(declared) }])];
    }
    case 'unresolved':
    case 'none':
      return [own];
    default:
      return assertNever(use);
  }
}

/** What an agent reads of its input besides what its templates name (format.md 11). */
const AGENT_INPUT = toData({
  type: 'object',
  properties: {
    prompt: { type: 'string', description: 'What the user says to the model. Without it: the whole input, as JSON.' },
  },
});

/** What a built-in reads in the `with` of a task that names it. */
function directSchemas(tool: BuiltInTool | undefined): readonly KeyedSchema[] {
  const direct = ofBuiltIn(tool, 'config').map((config) => ({ ...config, only: tool?.directConfig ?? [] }));
  return [...ofBuiltIn(tool, 'input'), ...direct];
}

/** The tool's own schema, and that of the built-in it runs; `written` is the data at the place of the tool. */
function configSchemasOf(analysis: ShownAnalysis, path: Path, written: Data): readonly KeyedSchema[] {
  const isTool = path[0] === 'tools' || (path[0] === 'agents' && path.includes('tools'));
  if (!isTool || path.at(-1) !== 'config') return [];
  const { tools } = effectiveWorkflow(analysis);
  const [id, use] = isDataMap(written) ? [written.get('id'), written.get('use')] : [];
  // A tool of an agent that has only an id is that of the workflow.
  const known =
    path[0] === 'tools' ? tools.find((tool) => tool.path[1] === path[1]) : tools.find((tool) => tool.id === id);
  const schema = isDataMap(written) ? dataAt(written, ['schema', 'config']) : undefined;
  return [
    { schema: schema ?? known?.schema.config ?? null },
    ...ofBuiltIn(builtInOf(readReference(use) ?? known?.use ?? null), 'config'),
  ];
}

/** A `use` in any of its forms. */
function builtInOf(use: Reference | null): BuiltInTool | undefined {
  return use?.repo === 'core' ? builtInNamed(use.package) : undefined;
}

function ofBuiltIn(tool: BuiltInTool | undefined, part: 'config' | 'input'): readonly KeyedSchema[] {
  return tool === undefined ? [] : [{ schema: toData(tool.schema[part]), verbatim: tool.verbatim ?? [] }];
}

function keysOf(schemas: readonly KeyedSchema[]): readonly ToolKey[] {
  return pick(schemas, ({ schema }) => keysOfSchema(schema), 'key');
}

function fieldsOf(schemas: readonly KeyedSchema[]): readonly InputField[] {
  return pick(schemas, ({ schema, verbatim }) => fieldsOfSchema(schema, verbatim), 'name');
}

/** What the schemas name, and no more than `only` where that is given; of several of one name the first counts. */
function pick<Name extends 'key' | 'name', T extends Readonly<Record<Name, string>>>(
  schemas: readonly KeyedSchema[],
  read: (schema: KeyedSchema) => readonly T[],
  name: Name,
): readonly T[] {
  const seen = new Set<string>();
  return schemas
    .flatMap((schema) => read(schema).filter((one) => schema.only?.includes(one[name]) ?? true))
    .filter((one) => !seen.has(one[name]) && seen.add(one[name]));
}

/** A key that a JSON Schema of a tool names, described as the format describes a field. */
export type ToolKey = Omit<SchemaProperty, 'isPresent'>;

/** The keys a JSON Schema names, in its order; none where it is no schema of a map. */
export function keysOfSchema(schema: Data): readonly ToolKey[] {
  if (!isDataMap(schema)) return [];
  const properties = schema.get('properties');
  const required = listIn(schema, 'required');
  if (!isDataMap(properties)) return [];
  return [...properties].map(([key, property]) => ({
    key,
    isRequired: required.includes(key),
    ...describe(isDataMap(property) ? property : NO_SCHEMA),
  }));
}

const NO_SCHEMA: DataMap = new Map();

function describe(schema: DataMap): FieldDescription {
  const type = schema.get('type') ?? null;
  const words = listIn(schema, 'enum').filter(isScalar);
  const [minimum, maximum, fallback] = [schema.get('minimum'), schema.get('maximum'), schema.get('default')];
  const description = schema.get('description');
  return {
    description: typeof description === 'string' ? description : '',
    type: (Array.isArray(type) ? type : [type]).filter(isType),
    examples: listIn(schema, 'examples').filter(isScalar),
    acceptsTemplate: true,
    isExtension: false,
    isSecret: false,
    isOpen: false,
    ...(words.length === 0 ? {} : { enum: words }),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(fallback !== undefined && isScalar(fallback) ? { default: fallback } : {}),
  };
}

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

function isType(type: unknown): type is JsonType {
  return TYPES.has(type);
}

function isScalar(value: Data): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function listIn(schema: DataMap, key: string): readonly Data[] {
  const value = schema.get(key);
  return Array.isArray(value) ? value : [];
}
