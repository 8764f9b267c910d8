import type { FormatSchema } from '../FormatSchema.ts';
import { text } from './fields.ts';

/** `use`: what runs, as shorthand or as an object. */
export const reference: FormatSchema = {
  title: 'Implementation reference',
  description:
    'What runs: `repo:package`, `repo/package` or `repo:package@version`, or the same as an object. `agent:<id>` and `tool:<id>` name a definition of this workflow, `core:<name>` a built-in, `mcp:<server>/<tool>` a tool of an MCP server.',
  type: ['string', 'object'],
  pattern: '^\\s*(?:[^\\s:]+:[^\\s]+|[^\\s:]+/[^\\s/]+)\\s*$',
  patternErrorMessage:
    'This is not a reference. Write repo:package, such as core:http, agent:triage or acme:search@1.2.0.',
  examples: ['agent:triage', 'tool:lookup', 'core:http', 'acme:search@1.2.0'],
  properties: {
    repo: text('Where the package comes from.', { minLength: 1, examples: ['core', 'acme'] }),
    package: text('The package in that repo.', { minLength: 1, examples: ['http', 'search'] }),
    version: text('The version to use. None means the newest there is, recorded in the run.', {
      examples: ['1.2.0', '^2'],
    }),
  },
  required: ['repo', 'package'],
  'x-kind': 'reference',
};

/** `import`: where the definition is instead of here. */
export const importPath: FormatSchema = {
  title: 'Import',
  description:
    'A YAML file that holds the definition, relative to this one (`./triage.yaml`, `./shared.yaml#triage`), or a package reference. Keys written here win over the imported ones.',
  type: 'string',
  minLength: 1,
  examples: ['./agents/triage.yaml', './shared.yaml#triage', 'acme:triage@^1'],
  'x-kind': 'import',
};
