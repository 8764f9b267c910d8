import type { Layout } from '../text/index.ts';

/**
 * The text of a `<name>.layout.json` sidecar, read back by {@link readLayout}. One line per task, sorted by id, places
 * rounded to whole px: small moves make small diffs.
 */
export function formatLayout(layout: Layout): string {
  const positions = [...layout.positions]
    .sort(([a], [b]) => compare(a, b))
    .map(([id, { x, y }]) => `    ${JSON.stringify(id)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)} }`);
  const collapsed = [...layout.collapsed].sort(compare).map((id) => JSON.stringify(id));
  const lines = positions.length === 0 ? '{}' : `{\n${positions.join(',\n')}\n  }`;
  return `{\n  "version": 1,\n  "positions": ${lines},\n  "collapsed": [${collapsed.join(', ')}]\n}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
