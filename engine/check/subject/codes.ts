import type { Severity } from '../../text/index.ts';

/** One kind of diagnostic. The page docs/diagnostics.md has a section for each: what, why, an example, the fix. */
export interface DiagnosticCode {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
}

/** Every code a check can give, those of YAML first. Severities are those of format.md 10. */
export const DIAGNOSTIC_CODES = [
  { code: 'SYNTAX_ERROR', severity: 'error', title: 'Not readable as YAML' },
  { code: 'TAB_INDENT', severity: 'error', title: 'Indented with a tab' },
  { code: 'MULTIPLE_DOCUMENTS', severity: 'error', title: 'More than one document in a file' },
  { code: 'NOT_A_MAP', severity: 'error', title: 'The document is not a map' },
  { code: 'EMPTY_DOCUMENT', severity: 'info', title: 'The document is empty' },
  { code: 'DUPLICATE_KEY', severity: 'error', title: 'A key is in a map twice' },
  { code: 'COMPLEX_KEY', severity: 'error', title: 'A key that is a list or a map' },
  { code: 'UNQUOTED_TEMPLATE', severity: 'error', title: 'A template without quotes' },
  { code: 'UNSUPPORTED_TAG', severity: 'error', title: 'A YAML tag that is not supported' },
  { code: 'ALIAS_UNKNOWN', severity: 'error', title: 'An alias without its anchor' },
  { code: 'ALIAS_CYCLE', severity: 'error', title: 'An alias inside what it refers to' },
  { code: 'ALIAS_EXPANSION', severity: 'error', title: 'Aliases that expand to too much' },
  { code: 'MERGE_KEY', severity: 'warning', title: 'A merge key' },
  { code: 'TOO_LARGE', severity: 'error', title: 'A file over 10 MiB' },
  { code: 'TOO_DEEP', severity: 'error', title: 'Nested too deeply' },
  { code: 'TOO_MANY_NODES', severity: 'error', title: 'Too many keys and values' },
  { code: 'BINARY_FILE', severity: 'error', title: 'Not a text file' },
  { code: 'OTHER_DIALECT', severity: 'error', title: 'A workflow written for another program' },
  { code: 'DIALECT_KEYS', severity: 'warning', title: 'Keys that another program reads' },
  { code: 'REQUIRED_KEY', severity: 'error', title: 'A required key is missing' },
  { code: 'WRONG_TYPE', severity: 'error', title: 'A value of the wrong type' },
  { code: 'NOT_ALLOWED_VALUE', severity: 'error', title: 'A word that is not allowed' },
  { code: 'OUT_OF_RANGE', severity: 'error', title: 'A number out of range' },
  { code: 'EMPTY_VALUE', severity: 'error', title: 'A text that must not be empty' },
  { code: 'INVALID_DURATION', severity: 'error', title: 'Not a duration' },
  { code: 'INVALID_REFERENCE', severity: 'error', title: 'Not a reference' },
  { code: 'INVALID_SCHEMA', severity: 'error', title: 'Not a JSON Schema' },
  { code: 'DUPLICATE_ID', severity: 'error', title: 'An id is used twice' },
  { code: 'UNKNOWN_TARGET', severity: 'error', title: 'A task that does not exist' },
  { code: 'TARGET_OUTSIDE', severity: 'error', title: 'A task in another container' },
  { code: 'SIBLING_JUMP', severity: 'error', title: 'A jump inside a parallel task' },
  { code: 'UNKNOWN_AGENT', severity: 'error', title: 'An agent that does not exist' },
  { code: 'UNKNOWN_TOOL', severity: 'error', title: 'A tool that does not exist' },
  { code: 'UNKNOWN_ACTION', severity: 'error', title: 'An action that does not exist' },
  { code: 'IMPORT_ERROR', severity: 'error', title: 'An import that cannot be followed' },
  { code: 'MEMORY_MISMATCH', severity: 'error', title: 'One memory, written in two ways' },
  { code: 'EXPRESSION_SYNTAX', severity: 'error', title: 'A broken expression' },
  { code: 'UNKNOWN_ROOT', severity: 'error', title: 'A name that expressions do not have' },
  { code: 'UNKNOWN_FUNCTION', severity: 'error', title: 'A function that does not exist' },
  { code: 'UNKNOWN_ID', severity: 'error', title: 'An expression reads something that does not exist' },
  { code: 'UNKNOWN_KEY', severity: 'warning', title: 'A key the format does not have' },
  { code: 'OTHER_SPELLING', severity: 'warning', title: 'A key as other tools write it' },
  { code: 'FOREIGN_CONFIG', severity: 'warning', title: 'A setting of another task type' },
  { code: 'FOREIGN_HANDLER', severity: 'warning', title: 'A handler of another task type' },
  { code: 'FOREIGN_TASKS', severity: 'warning', title: 'Tasks inside a task that holds none' },
  { code: 'RESERVED_ID', severity: 'warning', title: 'A reserved id' },
  { code: 'CONFUSABLE_ID', severity: 'warning', title: 'An id that looks like another one' },
  { code: 'UNRESOLVED_USE', severity: 'warning', title: 'A reference to nothing here' },
  { code: 'UNRESOLVED_IMPORT', severity: 'warning', title: 'A package that is not here' },
  { code: 'AGENT_FALLBACK', severity: 'warning', title: 'An unknown agent with a known provider' },
  { code: 'AGENT_WITHOUT_MODEL', severity: 'warning', title: 'An agent without a model' },
  { code: 'UNKNOWN_PROVIDER', severity: 'warning', title: 'A model provider that does not exist' },
  { code: 'UNKNOWN_BACKEND', severity: 'warning', title: 'A part of a memory that does not exist' },
  { code: 'WRONG_DIMENSIONS', severity: 'warning', title: 'Vectors of another size' },
  { code: 'ACTION_NEEDED', severity: 'warning', title: 'An agent with several actions' },
  { code: 'UNREACHABLE_TASK', severity: 'warning', title: 'A task nothing leads to' },
  { code: 'CYCLE_WITHOUT_EXIT', severity: 'warning', title: 'A cycle without a way out' },
  { code: 'ALL_DISABLED', severity: 'warning', title: 'Tasks of which none does anything' },
  { code: 'DIAMOND_WITHOUT_JOIN', severity: 'warning', title: 'Branches that meet without a join' },
  { code: 'DECISION_WITHOUT_DEFAULT', severity: 'warning', title: 'A decision without a default' },
  { code: 'RETRY_WITHOUT_EFFECT', severity: 'warning', title: 'A retry that cannot help' },
  { code: 'RETRY_TOO_OFTEN', severity: 'warning', title: 'A retry without a pause' },
  { code: 'SECRET_IN_CLEAR', severity: 'warning', title: 'A secret in the text' },
  { code: 'CORE_VERSION', severity: 'warning', title: 'A version of a built-in' },
  { code: 'HEADERS_LEFT_OUT', severity: 'warning', title: 'An address outside the base of its tool' },
  { code: 'VAGUE_SCHEMA', severity: 'warning', title: 'A schema that accepts anything' },
  { code: 'SCHEMA_WITHOUT_SIGNAL', severity: 'warning', title: 'A form for no signal' },
  { code: 'UNKNOWN_MEMBER', severity: 'warning', title: 'A key that is never there' },
  { code: 'TYPE_CLASH', severity: 'warning', title: 'An operation that always fails' },
  { code: 'NEVER_EQUAL', severity: 'warning', title: 'A value it never has' },
  { code: 'ALWAYS_TRUE', severity: 'warning', title: 'A condition that always holds' },
  { code: 'TYPE_MISMATCH', severity: 'warning', title: 'A value of another type' },
  { code: 'IMPLIED_DEFINITION', severity: 'info', title: 'A definition that is used without its name' },
  { code: 'DEFINITION_PASSED_OVER', severity: 'info', title: 'A built-in that a definition uses too' },
  { code: 'LIKELY_MISSPELT', severity: 'info', title: 'A key that the schema does not have' },
  { code: 'UNKNOWN_VARIABLE', severity: 'info', title: 'A variable that is not set' },
  { code: 'OUTPUT_NEVER_SET', severity: 'info', title: 'A result that is not there yet' },
  { code: 'SELF_REFERENCE', severity: 'info', title: 'A task that reads its own result' },
  { code: 'MISSING_INPUT', severity: 'info', title: 'A required input that is never passed' },
  { code: 'UNUSED_INPUT', severity: 'info', title: 'An input that is never read' },
  { code: 'CONSTANT_CONDITION', severity: 'info', title: 'A wait for what cannot change' },
  { code: 'ROOT_OUT_OF_SCOPE', severity: 'info', title: 'A name without a value here' },
  { code: 'OUTPUT_MAY_BE_MISSING', severity: 'info', title: 'A result some runs do not have' },
  { code: 'ROUTE_NEVER_TAKEN', severity: 'info', title: 'A route no value takes' },
  { code: 'UNKNOWN_ERROR_CODE', severity: 'info', title: 'An error code that is nearly one' },
  { code: 'DUPLICATE_TARGET', severity: 'info', title: 'A task is twice in a list of next' },
  { code: 'JOIN_WITHOUT_EFFECT', severity: 'info', title: 'A join with nothing to wait for' },
  { code: 'EMPTY_CONTAINER', severity: 'info', title: 'A container with nothing in it' },
  { code: 'CHECKED_ONCE', severity: 'info', title: 'A wait that looks once' },
  { code: 'SERVE_CONFIG', severity: 'error', title: 'Nothing a server can do' },
  { code: 'NO_TASKS', severity: 'info', title: 'Nothing to run' },
] as const satisfies readonly DiagnosticCode[];

export type CheckCode = (typeof DIAGNOSTIC_CODES)[number]['code'];

const SEVERITIES: ReadonlyMap<string, Severity> = new Map(
  DIAGNOSTIC_CODES.map(({ code, severity }) => [code, severity]),
);

/** How grave a code is. */
export function severityOf(code: CheckCode): Severity {
  return SEVERITIES.get(code) ?? 'error';
}
