import { describe, listOf, MAP, NUMBER, openMapOf, orNull, type Shape, TEXT } from './Shape.ts';

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
