import type { JsonObject } from '../base/index.ts';
import { schemaAt } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { EXPECT_ROOTS, ROW_ROOTS } from './readExpectations.ts';
import { testSchema } from './testSchema.ts';

/** What the schema of test files says of a place; null where it says nothing. */
export function testSchemaAt(path: Path): JsonObject | null {
  return schemaAt(testSchema, path);
}

/** Parts of a test with `each` that are templates of its rows. */
const FILLED: ReadonlySet<unknown> = new Set(['input', 'env', 'answers', 'signals']);

/** What expressions at a place can read. `hasRow`: it is in a test with `each`. */
export function testRootsAt(path: Path, hasRow: boolean): readonly string[] {
  const rows = hasRow ? ROW_ROOTS : [];
  if (path.includes('score')) return [...EXPECT_ROOTS, ...rows];
  if (path.includes('expect')) return [...(path.includes('that') ? [] : ['value']), ...EXPECT_ROOTS, ...rows];
  return FILLED.has(path[2]) ? rows : [];
}
