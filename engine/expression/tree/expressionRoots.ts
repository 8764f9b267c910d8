/** A name that an expression can begin with. */
export interface RootDescription {
  readonly name: string;
  /** In the words of hover: `text`, `map`, `any`, … */
  readonly type: string;
  /** One sentence, and where it is in scope if not everywhere. */
  readonly description: string;
}

/** Every root of an expression: the seed's and format.md 8's, in the order in which completion lists them. */
export const ROOTS: readonly RootDescription[] = [
  {
    name: 'tasks',
    type: 'map',
    description: 'Other tasks by id: `tasks.<id>.output`, `.error`, `.status`, `.duration`.',
  },
  { name: 'workflow', type: 'map', description: 'The run: `workflow.input`, `.id`, `.name`, `.run_id`.' },
  { name: 'input', type: 'any', description: "The current task's input." },
  {
    name: 'output',
    type: 'any',
    description: "The current task's output: in its handlers, and in a decision's condition or a map's mapping.",
  },
  {
    name: 'error',
    type: 'map',
    description: 'The error `{code, message, details}` that led here, or of the current task.',
  },
  {
    name: 'event',
    type: 'map',
    description: 'What the handler was called with: `event.type`, `.source`, `.timestamp`, and what its kind adds.',
  },
  {
    name: 'agents',
    type: 'map',
    description: 'Agents by id: `agents.<id>.output.data` and `.error` of the last finished call.',
  },
  {
    name: 'tools',
    type: 'map',
    description: 'Tools by id: `tools.<id>.output.data` and `.error` of the last finished call.',
  },
  {
    name: 'env',
    type: 'map',
    description: 'Environment variables: `env.<NAME>`, of the nearest definition, else of the workspace.',
  },
  {
    name: 'memory',
    type: 'map',
    description: 'Conversation memory by id: `.current_thread`, `.last_messages`, `.semantic_search`.',
  },
  { name: 'item', type: 'any', description: 'The current item, in a collection.' },
  { name: 'index', type: 'number', description: 'The place of the current item, from 0, in a collection.' },
  { name: 'batch_index', type: 'number', description: 'The place of the current batch, from 0, in a collection.' },
  { name: 'batch', type: 'list', description: 'The items of the current batch, in a collection.' },
  { name: 'items', type: 'list', description: 'All items of the collection.' },
  { name: 'operation_id', type: 'text', description: 'The id of the current operation, in a parallel task.' },
  {
    name: 'value',
    type: 'any',
    description: 'What a decision, or `on_error`, picks a route by: in the conditions and the data of its routes.',
  },
  { name: 'signal', type: 'map', description: 'The signal that arrived: `signal.payload`, in a wait.' },
  { name: 'id', type: 'text', description: "The current task's id." },
  { name: 'type', type: 'text', description: "The current task's type." },
  { name: 'status', type: 'text', description: "The current task's status." },
  { name: 'attempt', type: 'number', description: 'The attempt that runs, from 1.' },
  { name: 'retry_count', type: 'number', description: 'How many retries were made.' },
  { name: 'trigger', type: 'map', description: 'The start of the run: `trigger.input` is `workflow.input`.' },
];
