/** The format as JSON Schema, and the schemas users write in it: checking, describing, making up values. */

export { describePath, type FieldDescription, propertiesAt, type SchemaProperty } from './describePath.ts';
export type { FieldKind, JsonType } from './FormatSchema.ts';
export { isCredentialKey } from './isCredentialKey.ts';
export { type FieldPlace, groupFields } from './listFields.ts';
export { schemaAt } from './resolveSchema.ts';
export { sampleFromSchema } from './sample/sampleFromSchema.ts';
export { checkSchema } from './user/checkSchema.ts';
export { TYPES as SCHEMA_TYPES } from './user/keywords.ts';
export { validateJson } from './user/validateJson.ts';
export { type SchemaProblem, validateDocument } from './validateDocument.ts';
