/** What a built-in is, in a sentence, and the names it reads (format.md 3). */
export interface BuiltIn {
  readonly description: string;
  readonly config: readonly string[];
  readonly input: readonly string[];
}

/** The built-ins a task or a tool can run as `core:<name>`. */
export const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map([
  [
    'http',
    {
      description: 'Makes an HTTP request.',
      config: ['base_url', 'headers', 'timeout'],
      input: ['url', 'method', 'headers', 'query', 'body', 'json', 'response_type', 'fail_on_error'],
    },
  ],
  [
    'javascript',
    {
      description: 'Runs JavaScript in a sandbox of its own: `code` sees `input`.',
      config: ['code', 'file'],
      input: [],
    },
  ],
  [
    'csv',
    {
      description: 'Reads CSV text into rows, or writes rows as CSV text.',
      config: ['delimiter', 'header'],
      input: ['text', 'rows'],
    },
  ],
  ['html', { description: 'Reads title, text, links and tables of a page.', config: [], input: ['html', 'url'] }],
  ['validate', { description: 'Checks a value against a JSON Schema.', config: [], input: ['value', 'schema'] }],
  ['raise', { description: 'Fails with an error of your own.', config: [], input: ['code', 'message', 'details'] }],
  ['log', { description: 'Writes a line to the log of the run.', config: [], input: ['level', 'message', 'data'] }],
  ['hash', { description: 'The hash of a text.', config: [], input: ['text', 'algorithm'] }],
  ['kv', { description: 'Keeps values by key between runs.', config: ['namespace'], input: ['op', 'key', 'value'] }],
  ['file', { description: 'Reads and writes files of the workspace.', config: [], input: ['op', 'path', 'text'] }],
  [
    'memory',
    {
      description: 'Adds to a conversation memory, searches and reads it.',
      config: ['memory'],
      input: ['op', 'thread_id', 'content', 'query'],
    },
  ],
  ['workflow', { description: 'Runs another workflow of the workspace.', config: [], input: ['file', 'input'] }],
]);
