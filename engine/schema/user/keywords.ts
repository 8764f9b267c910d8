/** What the value of a keyword must be. `schema…` are places of further schemas. */
export type KeywordShape =
  | 'any'
  | 'text'
  | 'boolean'
  | 'number'
  | 'count'
  | 'list'
  | 'types'
  | 'names'
  | 'namesByName'
  | 'pattern'
  | 'reference'
  | 'schema'
  | 'schemas'
  | 'schemaOrSchemas'
  | 'schemasByName'
  | 'schemasByPattern'
  | 'dependencies';

/** Keywords of JSON Schema 2020-12, and those of earlier drafts that still work. */
export const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map(
  Object.entries({
    $schema: 'text',
    $id: 'text',
    $anchor: 'text',
    $comment: 'text',
    $ref: 'reference',
    $defs: 'schemasByName',
    definitions: 'schemasByName',
    title: 'text',
    description: 'text',
    default: 'any',
    examples: 'list',
    deprecated: 'boolean',
    readOnly: 'boolean',
    writeOnly: 'boolean',
    type: 'types',
    enum: 'list',
    const: 'any',
    multipleOf: 'number',
    minimum: 'number',
    maximum: 'number',
    exclusiveMinimum: 'number',
    exclusiveMaximum: 'number',
    minLength: 'count',
    maxLength: 'count',
    pattern: 'pattern',
    format: 'text',
    contentEncoding: 'text',
    contentMediaType: 'text',
    contentSchema: 'schema',
    items: 'schemaOrSchemas',
    prefixItems: 'schemas',
    additionalItems: 'schema',
    unevaluatedItems: 'schema',
    contains: 'schema',
    minContains: 'count',
    maxContains: 'count',
    minItems: 'count',
    maxItems: 'count',
    uniqueItems: 'boolean',
    properties: 'schemasByName',
    patternProperties: 'schemasByPattern',
    additionalProperties: 'schema',
    unevaluatedProperties: 'schema',
    propertyNames: 'schema',
    minProperties: 'count',
    maxProperties: 'count',
    required: 'names',
    dependentRequired: 'namesByName',
    dependentSchemas: 'schemasByName',
    dependencies: 'dependencies',
    allOf: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    not: 'schema',
    if: 'schema',
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: 'schema',
    else: 'schema',
  } satisfies Record<string, KeywordShape>),
);

export const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** Schemas and values beyond these are refused with a message: nothing a user writes may hang the page. */
export const SCHEMA_LIMITS = {
  nodes: 10_000,
  depth: 64,
  valueNodes: 2_000_000,
  valueDepth: 100,
  /** Schemas that are compared with places of a value, in all, and what else takes as long: about half a second. */
  steps: 1_000_000,
  /** Schemas that are followed one from another to reach one place of a value. */
  checkDepth: 800,
} as const;
