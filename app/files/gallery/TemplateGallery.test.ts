import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Template } from '../../platform/index.ts';
import { findTemplates } from './TemplateGallery.tsx';

const templates: readonly Template[] = JSON.parse(readFileSync('public/templates/index.json', 'utf8'));

/** What a person may type, and the template that they mean. */
test.each([
  ['saga', 'trip-saga'],
  ['undo', 'trip-saga'],
  ['pagination', 'read-all-pages'],
  ['paging', 'read-all-pages'],
  ['race', 'first-answer'],
  ['quorum', 'model-quorum'],
  ['vote', 'model-quorum'],
  ['poll', 'poll-job'],
  ['rate limit', 'keep-to-rate-limit'],
  ['429', 'keep-to-rate-limit'],
  ['slack approval', 'approval-by-chat'],
  ['evaluator', 'write-and-review'],
  ['multi-agent', 'supervisor'],
  ['rag', 'ask-own-files'],
  ['embeddings', 'ask-own-files'],
  ['structured output', 'extract-to-schema'],
  ['etl', 'import-csv'],
  ['parallel merge', 'compare-offers'],
  ['backoff', 'retry-by-error'],
  ['human in the loop', 'reply-with-review'],
  ['budget', 'batch-with-budget'],
  ['stripe', 'take-payment'],
  ['webhook', 'take-payment'],
  ['ci', 'ship-with-approval'],
  ['rss', 'feed-digest'],
  ['invoice', 'read-invoice'],
  ['a/b test', 'compare-prompts'],
  ['sub workflow', 'onboard-customers'],
  ['subflow', 'onboard-customers'],
  ['loop until', 'until-it-passes'],
  ['Triage', 'ticket-triage'],
])('%s finds %s', (typed, id) => expect(findTemplates(templates, typed).map((found) => found.id)).toContain(id));

test('without words all are found, in their order; a word that none has finds none', () => {
  expect(findTemplates(templates, '  ')).toEqual(templates);
  expect(findTemplates(templates, 'saga kettlebell')).toEqual([]);
});
