import type { Data } from '../../base/index.ts';
import { findNode, type Syntax, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';

/** The value at a path as the author wrote it; undefined where nothing is written. A key without a value is null. */
export function readField(syntax: Syntax, path: Path): Data | undefined {
  const node = path.length === 0 ? syntax.root : findNode(syntax, path);
  return node ? toNodeData(node) : undefined;
}
