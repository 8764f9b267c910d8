import type { Point } from '#engine';
import { Buckets } from './Buckets.ts';
import type { Box, Line, Route } from './Line.ts';

/** A straight stretch of a line that has its way. */
export interface Stretch {
  readonly line: Line;
  readonly a: Point;
  readonly b: Point;
  readonly isLevel: boolean;
  /** True at the ends of a line, where its place is that of the port. */
  readonly isEnd: boolean;
}

/** The ways that are taken: the next line crosses them seldom and runs on none of another trunk. */
export class OccupiedSegments {
  readonly #stretches = new Buckets<Stretch>();

  add(line: Line, route: Route): void {
    for (const stretch of stretchesOf(line, route)) this.#stretches.add(boxOf(stretch), stretch);
  }

  find(part: Box): readonly Stretch[] {
    return this.#stretches.find(part);
  }
}

/** The straight parts of a line. */
export function stretchesOf(line: Line, route: Route): readonly Stretch[] {
  return route.slice(1).flatMap((b, index): readonly Stretch[] => {
    const a = route[index];
    if (a === undefined) return [];
    const isEnd = index === 0 || index === route.length - 2;
    return [{ line, a, b, isLevel: Math.abs(a.y - b.y) < 0.01, isEnd }];
  });
}

/** What a stretch covers, with the width of its line. */
export function boxOf({ a, b }: Pick<Stretch, 'a' | 'b'>): Box {
  return {
    x: Math.min(a.x, b.x) - 1,
    y: Math.min(a.y, b.y) - 1,
    width: Math.abs(a.x - b.x) + 2,
    height: Math.abs(a.y - b.y) + 2,
  };
}
