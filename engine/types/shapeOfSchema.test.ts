import { expect, test } from 'vitest';
import { type Data, isJsonObject, type Json, toData } from '../base/index.ts';
import { memberOf } from './combineShapes.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';
import { explore, HOSTILE_SCHEMAS } from './testing.ts';

/** Data of which each read is counted: that of a key, and that of an item. */
class CountedData {
  reads = 0;
  readonly #onRead = (): void => void (this.reads += 1);

  of(json: Json): Data {
    if (isJsonObject(json)) {
      const entries = Object.entries(json).map(([key, value]) => [key, this.of(value)] as const);
      return new CountedMap(entries, this.#onRead);
    }
    if (!Array.isArray(json)) return json as Data;
    const list: readonly Data[] = json.map((item: Json) => this.of(item));
    const get = (items: readonly Data[], key: string | symbol): unknown => {
      this.#onRead();
      return Reflect.get(items, key);
    };
    return new Proxy(list, { get });
  }
}

class CountedMap extends Map<string, Data> {
  readonly #onRead: () => void;

  constructor(entries: Iterable<readonly [string, Data]>, onRead: () => void) {
    super(entries);
    this.#onRead = onRead;
  }

  override get(key: string): Data | undefined {
    this.#onRead();
    return super.get(key);
  }
}

test.each(HOSTILE_SCHEMAS)('of %s only a part is read, and the rest is anything', (_, schema) => {
  const counted = new CountedData();
  explore(shapeOfSchema(counted.of(schema)));
  expect(counted.reads).toBeLessThan(1_000_000);
});

test('a schema of ordinary size is read as a whole', () => {
  const kinds = Array.from({ length: 60 }, (_, n) => ({
    type: 'object',
    required: ['kind', `p${n}`],
    properties: { kind: { const: n }, [`p${n}`]: { type: 'string' } },
  }));
  const shape = shapeOfSchema(toData({ anyOf: kinds }));
  expect([...(shape.members?.keys() ?? [])]).toHaveLength(61);
  expect(memberOf(shape, 'kind').values).toHaveLength(60);
});
