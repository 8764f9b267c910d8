import { expect, test } from 'vitest';
import { isJsonObject, type Json } from '../base/index.ts';
import { describePath, propertiesAt } from './describePath.ts';
import { documentSchema } from './documentSchema.ts';
import { listFields } from './listFields.ts';

const DOCUMENT: Json = {
  tasks: [
    { id: 'a', type: 'wait', config: { timeout: '1s' } },
    { id: 'p', type: 'parallel', tasks: [{ id: 'b', type: 'basic', on_error: { routes: { X: { next: 'a' } } } }] },
    { id: 'n' },
  ],
};

test('describes a field by the type of its task', () => {
  expect(describePath(['tasks', 0, 'config', 'timeout'], DOCUMENT)).toMatchObject({
    description: 'The longest wait.',
    kind: 'duration',
    type: ['string'],
  });
  expect(describePath(['tasks', 1, 'tasks', 0, 'config', 'timeout'], DOCUMENT)?.description).toBe(
    'How long one attempt may take.',
  );
  expect(describePath(['tasks', 1, 'tasks', 0, 'config', 'routes'], DOCUMENT)).toBeUndefined();
  expect(describePath(['tasks', 1, 'tasks', 0, 'on_error', 'routes', 'X', 'next'], DOCUMENT)?.kind).toBe('task');
});

test.each([
  [
    ['tasks', 0, 'type'],
    { type: ['string'], enum: ['basic', 'parallel', 'decision', 'collection', 'wait', 'map', 'composite'] },
  ],
  [
    ['agents', 0, 'config', 'temperature'],
    { type: ['number'], minimum: 0, maximum: 1, acceptsTemplate: true, isExtension: false },
  ],
  [['agents', 0, 'config', 'api_key'], { isSecret: true, acceptsTemplate: true }],
  [['memory', 'vector', 'config', 'apiKey'], { isSecret: true }],
  [['memory', 'options', 'semanticRecall', 'maxResults'], { default: 5, type: ['integer'] }],
  [['tasks', 0, 'join'], { isExtension: true, enum: ['all'] }],
  [['tasks', 0, 'on_success', 'next'], { isExtension: false, kind: 'task' }],
  [['tasks', 0, 'retry', 'backoff'], { enum: ['fixed', 'exponential', 'linear'], acceptsTemplate: true }],
  [['tasks', 0, 'env'], { isOpen: true, isExtension: true }],
] as const)('describes %j', (path, expected) => {
  expect(describePath(path)).toMatchObject(expected);
});

test('lists the keys a map may have, with those that are needed and there', () => {
  const keys = propertiesAt(['tasks', 0, 'config'], DOCUMENT);
  expect(keys.map(({ key, isRequired, isPresent }) => [key, isRequired, isPresent])).toEqual([
    ['condition', false, false],
    ['signal', false, false],
    ['signal_schema', false, false],
    ['title', false, false],
    ['description', false, false],
    ['timeout', true, true],
    ['check_interval', true, false],
    ['max_checks', false, false],
  ]);
  const task = propertiesAt(['tasks', 1], DOCUMENT).map(({ key }) => key);
  expect(task).toContain('tasks');
  expect(task).toContain('on_operation_start');
  expect(task).not.toContain('on_item_start');
  expect(propertiesAt(['tasks', 2], DOCUMENT).map(({ key }) => key)).not.toContain('on_check');
  expect(propertiesAt(['tasks', 0, 'with'], DOCUMENT)).toEqual([]);
});

test('every field has a description', () => {
  const bare: string[] = [];
  const visit = (schema: Json | undefined, path: string): void => {
    if (!isJsonObject(schema)) return;
    for (const [key, value] of Object.entries(schema)) {
      const isField = path.endsWith('/properties');
      if (isField && isJsonObject(value) && !('description' in value || '$ref' in value || 'const' in value))
        bare.push(`${path}/${key}`);
      visit(value, `${path}/${key}`);
    }
  };
  visit(JSON.parse(JSON.stringify(documentSchema)), '');
  expect(bare).toEqual([]);
});

test('finds keys the format does not know, not those inside them nor in open maps', () => {
  const fields = listFields({
    nmae: 'x',
    env: { ANY: 1 },
    tasks: [
      {
        id: 'a',
        type: 'basic',
        tiemout: { deep: 1 },
        config: { timeout: '1s', mode: 'x' },
        on_check: {},
        with: { any: 1 },
      },
      { id: 'd', type: 'decision', config: { routes: { any: { nxt: 'a' } } } },
      { id: 'm', type: 'map', config: { mapping: { any: { thing: 1 } } } },
    ],
    memory: { id: 'm', storage: { use: 'a:b', config: { other: 1 } } },
  });
  const found = fields.filter(({ isKnown }) => !isKnown);
  expect(found.map(({ path }) => path.join('.'))).toEqual([
    'nmae',
    'tasks.0.tiemout',
    'tasks.0.config.mode',
    'tasks.0.on_check',
    'tasks.1.config.routes.any.nxt',
  ]);
  expect(found[2]?.siblings).toEqual(['timeout']);
});
