import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatSize, type Row, toRow } from '../Row.ts';

/** What `tools/checkSize.mjs` measured of the build, in bytes, gzipped, with the budgets that `npm test` holds it to. */
interface Size {
  readonly name: string;
  readonly size: number;
  readonly limit: number;
}

/** JavaScript that is loaded before the page and before the engine's worker can work. */
export function measureLoading(site: string): readonly Row[] {
  const sizes = JSON.parse(readFileSync(path.join(path.dirname(site), 'sizes.json'), 'utf8')) as readonly Size[];
  return sizes.map(({ name, size, limit }) =>
    toRow({
      what: `JavaScript of ${name}, gzipped`,
      peer: 'budget',
      ours: size,
      theirs: limit,
      limit: 1,
      format: formatSize,
    }),
  );
}
