import { describe, expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { TASK_TYPES } from '../model/index.ts';
import { describePath, propertiesAt } from './index.ts';

/** Every field of the seed's tables: place, type, whether it is required, then default or bounds. `[]` is an item of a list. */
const SEED = `
memory.id string yes
memory.storage object no
memory.storage.use reference yes
memory.storage.config object yes
memory.storage.config.url string no
memory.storage.config.token string no secret
memory.storage.config.path string no
memory.vector object yes
memory.vector.use reference yes
memory.vector.dimensions number yes
memory.vector.config object yes
memory.vector.config.url string no
memory.vector.config.apiKey string no secret
memory.vector.config.path string no
memory.embedder object no
memory.embedder.use reference yes
memory.embedder.config object yes
memory.embedder.config.model string no
memory.embedder.config.apiKey string no secret
memory.embedder.config.project string no
memory.options object no
memory.options.lastMessages number no
memory.options.semanticRecall object no
memory.options.semanticRecall.enabled boolean no default=true
memory.options.semanticRecall.maxResults number no default=5
memory.options.workingMemory object no
memory.options.workingMemory.enabled boolean no default=false
memory.options.workingMemory.template string no
agents.[].id string yes
agents.[].use reference yes
agents.[].import string no
agents.[].config object no
agents.[].config.provider string yes
agents.[].config.model string yes
agents.[].config.api_key string no secret
agents.[].config.url string no
agents.[].config.temperature number no minimum=0 maximum=1
agents.[].config.max_tokens number no
agents.[].config.top_p number no
agents.[].config.frequency_penalty number no
agents.[].config.presence_penalty number no
agents.[].with object no
agents.[].tools array no
agents.[].tools.[].id string yes
agents.[].tools.[].use reference no
agents.[].tools.[].import string no
agents.[].tools.[].config object no
agents.[].tools.[].config.api_key string no secret
agents.[].tools.[].env object no
agents.[].tools.[].schema object no
agents.[].env object no
agents.[].memory object no
agents.[].memory.id string yes
agents.[].memory.vector object yes
agents.[].actions array no
agents.[].actions.[].id string yes
agents.[].actions.[].instructions string yes
agents.[].actions.[].messages array no
agents.[].actions.[].output object yes
agents.[].actions.[].config object no
tools.[].id string yes
tools.[].use reference yes
tools.[].use.repo string yes
tools.[].use.package string yes
tools.[].use.version string no
tools.[].import string no
tools.[].config object no
tools.[].config.api_key string no secret
tools.[].env object no
tools.[].schema object yes
tools.[].schema.config object no
tools.[].schema.input object yes
tools.[].schema.output object yes
tasks.[].id string yes
tasks.[].name string no
tasks.[].type string yes enum=basic,parallel,decision,collection,wait,map,composite
tasks.[].use reference no
tasks.[].import string no
tasks.[].schema object no
tasks.[].schema.input object no
tasks.[].config object no
tasks.[].retry object no
tasks.[].retry.attempts number yes
tasks.[].retry.backoff string yes enum=fixed,exponential,linear
tasks.[].retry.interval duration yes
tasks.[].retry.max_interval duration no
tasks.[].retry.jitter boolean no
tasks.[].on_start object no
tasks.[].on_start.next target no
tasks.[].on_start.with object no
tasks.[].on_success object no
tasks.[].on_error object no
tasks.[].on_error.next target no
tasks.[].on_error.with object no
tasks.[].on_error.condition expression no
tasks.[].on_error.routes object no
tasks.[].on_error.retry boolean no
tasks.[].on_complete object no
basic.config.timeout duration no
parallel.config.max_concurrent number no
parallel.config.fail_fast boolean no
parallel.config.timeout duration no
parallel.on_operation_start object no
parallel.on_operation_complete object no
decision.config.condition expression no
decision.config.routes object no
decision.config.default object no
decision.on_condition_match object no
decision.on_condition_nomatch object no
collection.config.mode string no enum=parallel,sequential
collection.config.batch_size number no
collection.config.max_concurrent number no
collection.config.continue_on_error boolean no
collection.config.timeout_per_batch duration no
collection.config.timeout_per_item duration no
collection.on_item_start object no
collection.on_item_success object no
collection.on_item_error object no
collection.on_batch_start object no
collection.on_batch_complete object no
wait.config.timeout duration yes
wait.config.check_interval duration yes
wait.config.max_checks number no
wait.on_check object no
wait.on_timeout object no
map.config.validate_schema boolean no
map.config.strict_mode boolean no
map.on_validation_error object no
composite.config.error_handling string no enum=continue,stop
composite.config.timeout duration no
composite.on_task_start object no
composite.on_task_complete object no
`;

/** Every key that format.md adds. */
const EXTENSIONS = `
id string
name string
description string
start string
schema object
schema.input object
env object
outputs object
limits object
limits.per_task number
limits.per_scope number
limits.depth number
agents.[].instructions string
agents.[].config.max_steps number
agents.[].config.mock object
tasks.[].action string
tasks.[].with object
tasks.[].env object
tasks.[].join string
tasks.[].schema.output object
parallel.tasks array
collection.tasks array
composite.tasks array
collection.config.items expression
collection.config.filter expression
wait.config.condition expression
wait.config.signal string
map.config.mapping any
`;

type Key = string | number;

/** The keys of a place, with a document in which a task has the type that the row names. */
function placeOf(text: string): { readonly path: readonly Key[]; readonly document: Json } {
  const [first = '', ...rest] = text.split('.');
  const type = TASK_TYPES.find((each) => each === first);
  const steps = type === undefined ? [first, ...rest] : ['tasks', '[]', ...rest];
  const tool = { use: {}, schema: {} };
  const document = { agents: [{ tools: [{}], actions: [{}] }], tools: [tool], tasks: [{ type: type ?? 'basic' }] };
  return { path: steps.map((step) => (step === '[]' ? 0 : step)), document };
}

function find(text: string) {
  const { path, document } = placeOf(text);
  return propertiesAt(path.slice(0, -1), document).find(({ key }) => key === path.at(-1));
}

/** The type of a field in the words of the tables. */
function typeOf(text: string): string {
  const field = find(text);
  const { kind, acceptsTemplate } = field ?? {};
  const type: readonly string[] = field?.type ?? [];
  if (kind === 'reference' || kind === 'duration' || kind === 'expression') return kind;
  if (kind === 'task' && type.includes('array')) return 'target';
  if (type.length === 0) return 'any';
  const words = type.map((word) => (word === 'integer' ? 'number' : word));
  return words.filter((word) => word !== 'string' || !acceptsTemplate || words.length === 1).join(' ');
}

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(' '));

describe('a field of the seed', () => {
  test.each(rows(SEED))('%s is a %s, required: %s', (place, type, required, ...more) => {
    const field = find(place ?? '');
    expect(field, 'is in the schema').toBeDefined();
    expect(typeOf(place ?? '')).toBe(type);
    expect(field?.isRequired).toBe(required === 'yes');
    expect(field?.isExtension).toBe(false);
    const given = more.filter(Boolean);
    expect(field?.isSecret).toBe(given.includes('secret'));
    for (const [key, value] of given.filter((word) => word !== 'secret').map((word) => word.split('='))) {
      const found = new Map<string, unknown>(Object.entries(field ?? {})).get(key ?? '');
      expect(Array.isArray(found) ? found.join(',') : String(found)).toBe(value);
    }
  });
});

test.each(rows(EXTENSIONS))('%s is an optional extension, a %s', (place, type) => {
  const field = find(place ?? '');
  expect(field).toMatchObject({ isExtension: true, isRequired: false });
  expect(typeOf(place ?? '')).toBe(type);
});

test('every field is described, and texts and numbers give an example, a default or their words', () => {
  const places = [...rows(SEED), ...rows(EXTENSIONS)].map(([place = '']) => place);
  const silent = places.filter((place) => {
    const { path, document } = placeOf(place);
    const field = describePath(path, document);
    if ((field?.description.length ?? 0) < 12) return true;
    const isShown = field?.examples.length !== 0 || field.default !== undefined || field.enum !== undefined;
    return ['string', 'number', 'duration', 'expression', 'reference'].includes(typeOf(place)) && !isShown;
  });
  expect(silent).toEqual([]);
});
