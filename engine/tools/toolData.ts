import type { BuiltInName } from './builtIns.ts';

/** How data goes through a built-in from step to step. */
export interface ToolData {
  /** The key of its input that the result of the step before goes to; absent where none is meant for that. */
  readonly takes?: string;
  /** What a new one begins with that takes a value, so that it is read. */
  readonly reads?: Readonly<Record<string, string>>;
  /** The member of its output that the next step is after; absent: the whole output; null: it never has one. */
  readonly gives?: string | null;
}

/** What new tasks read, and what is read of them, by built-in. */
export const TOOL_DATA: Readonly<Record<BuiltInName, ToolData>> = {
  http: { gives: 'body' },
  javascript: { takes: 'data', reads: { code: 'return input.data;' } },
  csv: { takes: 'text', gives: 'rows' },
  html: { takes: 'html', gives: 'text' },
  validate: { takes: 'value', gives: 'value' },
  raise: { gives: null },
  log: { takes: 'message' },
  hash: { takes: 'text', gives: 'hex' },
  kv: { gives: 'value' },
  file: { gives: 'text' },
  memory: {},
  workflow: { takes: 'input' },
};
