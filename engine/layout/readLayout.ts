import type { Layout, Point } from '../text/index.ts';

/** Farther out than any canvas shows; a position beyond is a mistake in the file. */
const FARTHEST = 1_000_000;

/**
 * Reads the text of a `<name>.layout.json` sidecar: `{"version": 1, "positions": {id: {x, y}}, "collapsed": [id]}`.
 * Tolerant: entries that make no sense are left out. Null when the text is no such file. Never throws.
 */
export function readLayout(text: string): Layout | null {
  const json: unknown = parse(text);
  if (!isRecord(json) || ('version' in json && json['version'] !== 1)) return null;
  const positions = new Map<string, Point>();
  if (isRecord(json['positions'])) {
    for (const [id, at] of Object.entries(json['positions'])) {
      if (isRecord(at) && isPlace(at['x']) && isPlace(at['y'])) positions.set(id, { x: at['x'], y: at['y'] });
    }
  }
  const written: unknown = json['collapsed'];
  const collapsed = Array.isArray(written) ? written.filter((id: unknown) => typeof id === 'string') : [];
  return { positions, collapsed: new Set(collapsed) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FARTHEST;
}
