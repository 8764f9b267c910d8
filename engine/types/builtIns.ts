import {
  ANY,
  BOOLEAN,
  describe,
  LIST,
  listOf,
  MAP,
  mapOf,
  NUMBER,
  openMapOf,
  orNull,
  type Shape,
  TEXT,
} from './Shape.ts';

const TEXTS = listOf(() => TEXT);

/** What the built-ins answer (format.md 3); the others answer anything. */
export const BUILT_INS: ReadonlyMap<string, Shape> = new Map([
  [
    'http',
    mapOf({
      status: describe(NUMBER, 'The HTTP status.'),
      ok: describe(BOOLEAN, 'Whether the status is 2xx.'),
      headers: { ...MAP, description: 'Headers by name, in small letters.', others: () => TEXT },
      body: describe(ANY, 'The parsed JSON, else text.'),
    }),
  ],
  [
    'csv',
    mapOf({
      rows: orNull(describe(LIST, 'The rows, as maps by column.')),
      columns: orNull(describe(TEXTS, 'The names of the columns.')),
      text: orNull(describe(TEXT, 'The text written from rows.')),
    }),
  ],
  ['html', openMapOf({ title: orNull(TEXT), text: orNull(TEXT), links: orNull(LIST), tables: orNull(LIST) })],
  [
    'validate',
    openMapOf({
      valid: BOOLEAN,
      errors: listOf(() => openMapOf({ path: TEXT, message: TEXT, keyword: TEXT })),
      value: ANY,
    }),
  ],
  ['hash', openMapOf({ hex: describe(TEXT, 'The hash in hexadecimal.') })],
  ['kv', openMapOf({ value: ANY, keys: orNull(LIST) })],
  ['file', openMapOf({ text: orNull(TEXT), paths: orNull(TEXTS) })],
  ['memory', openMapOf({ messages: orNull(LIST), results: orNull(LIST) })],
]);

/** An error as `error` and `tasks.<id>.error` hold it. */
export const ERROR: Shape = mapOf(
  {
    code: describe(TEXT, 'Such as `EXECUTION_ERROR` or `TIMEOUT_ERROR`.'),
    message: describe(TEXT, 'What went wrong, in words.'),
    details: openMapOf({ type: orNull(TEXT), reason: orNull(TEXT) }, 'More about it.'),
  },
  'The error, when it failed.',
);

const MESSAGES = listOf(
  () => openMapOf({ role: TEXT, content: TEXT, timestamp: orNull(TEXT) }),
  'Messages of `{role, content, timestamp}`.',
);

/** What is known of `memory.<id>`. */
export const MEMORY: Shape = openMapOf({
  current_thread: orNull(
    openMapOf(
      {
        thread_id: orNull(TEXT),
        messages: orNull(MESSAGES),
        metadata: orNull(openMapOf({ created_at: orNull(TEXT), updated_at: orNull(TEXT) })),
      },
      'The conversation of this run.',
    ),
  ),
  last_messages: orNull(MESSAGES),
  semantic_search: orNull(
    listOf(
      () => openMapOf({ content: TEXT, similarity: NUMBER, timestamp: orNull(TEXT), metadata: orNull(MAP) }),
      'What was recalled: `{content, similarity, timestamp, metadata}`.',
    ),
  ),
  working_memory: orNull(describe(TEXT, 'The block of working memory.')),
});
