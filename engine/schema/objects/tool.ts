import type { FormatSchema } from '../FormatSchema.ts';
import { id, openMap, ref, repeat, schemaField, secret, text } from './fields.ts';

/** Where a tool is one of an MCP server: the server provides the schemas itself. */
export const usesServer: FormatSchema = {
  required: ['use'],
  properties: { use: { description: 'A tool of an MCP server.', type: 'string', pattern: '^\\s*mcp[:/]' } },
};

/** One entry of `tools`. */
export const tool: FormatSchema = {
  title: 'Tool',
  description:
    'A callable unit with its settings and the schemas of what goes in and comes out. Its result is read as `{{ tools.<id>.output }}`, its failure as `{{ tools.<id>.error }}`.',
  type: 'object',
  properties: {
    id: id('Unique name among all tools of the workflow.', { examples: ['lookup'] }),
    use: ref('reference', { examples: ['core:http'] }),
    import: ref('import'),
    config: ref('toolConfig'),
    env: ref('environment'),
    schema: ref('toolSchema'),
  },
  if: { required: ['import'] },
  else: { required: ['id', 'use'], if: usesServer, else: { required: ['schema'] } },
};

/** `tools[].config`: what the tool is set to. */
export const toolConfig: FormatSchema = openMap(
  'Settings of the tool. Which there are depends on the tool; see `schema.config`.',
  {
    title: 'Tool config',
    properties: {
      api_key: secret('API key of the service the tool calls. Supply it from a variable.', ['{{ env.TOOL_API_KEY }}']),
      code: text('Body of the function `core:javascript` runs. It sees `input` and is never templated.', {
        'x-kind': 'code',
        examples: ['return input.items.length;'],
      }),
      repeat,
    },
  },
);

/** `tools[].schema`: what the tool takes and gives. */
export const toolSchema: FormatSchema = {
  title: 'Tool schema',
  description: 'JSON Schemas of the tool’s settings, input and output. Input and output are checked on every call.',
  type: 'object',
  properties: {
    config: schemaField('JSON Schema of the settings, checked before the first call.'),
    input: schemaField('JSON Schema of what the tool takes.', {
      examples: [{ type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }],
    }),
    output: schemaField('JSON Schema of what the tool gives.', {
      examples: [{ type: 'object', properties: { results: { type: 'array' } } }],
    }),
  },
  required: ['input', 'output'],
};
