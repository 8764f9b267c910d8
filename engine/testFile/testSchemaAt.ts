import type { JsonObject } from '../base/index.ts';
import { schemaAt } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { EXPECT_ROOTS } from './readExpectations.ts';
import { testSchema } from './testSchema.ts';

/** What the schema of test files says of a place; null where it says nothing. */
export function testSchemaAt(path: Path): JsonObject | null {
  return schemaAt(testSchema, path);
}

/** What expressions at a place can read. */
export function testRootsAt(path: Path): readonly string[] {
  if (!path.includes('expect')) return [];
  return path.includes('that') ? EXPECT_ROOTS : ['value', ...EXPECT_ROOTS];
}
