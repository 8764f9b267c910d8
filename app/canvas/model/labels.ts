import type { GraphEdge } from '#engine';
import { roleOf } from '#engine/model';
import { type Line, labelBox } from '../route/Line.ts';
import type { Direction } from './direction.ts';
import { isMainSide } from './ports.ts';

/** A line with both ends in their place. */
export interface DrawnEdge {
  readonly edge: GraphEdge;
  /** The card it leads to, or the mark of an end. */
  readonly target: string;
  /** What it says; empty where its style says it, and for all but the first of those that run as one. */
  readonly label: string;
  /** The port it leaves by. */
  readonly port: string;
  readonly line: Line;
}

/** Longest label on the canvas; the whole one is in the title. */
const LABEL_LENGTH = 28;

/** Longest words that cards move apart for, px. */
const MOST_ROOM = 110;

/** From a port to the words, and from them to the next bend, px. */
const ROOM_AROUND = 16;

/** Success and list order need no label; a line that ends below its port has no room for words. */
export function labelOf(edge: GraphEdge, isAtMark: boolean): string {
  if (edge.via === 'on_success' || edge.via === 'sequence') return '';
  if (isAtMark && !isMainSide(edge.via)) return '';
  return cut(edge.via === 'on_error' ? `on ${edge.label}` : edge.label);
}

/** Room along the flow that the words on a line take: those of routes are behind their port. */
export function roomForWords(edge: GraphEdge, direction: Direction): number {
  if (roleOf(edge.via) !== 'route') return 0;
  const { width, height } = labelBox(labelOf(edge, false), { x: 0, y: 0 });
  return (direction === 'right' ? Math.min(width, MOST_ROOM) : height) + ROOM_AROUND;
}

/** Lines from one port to one card run as one: the first has the labels of all. */
export function joinLabels(lines: readonly DrawnEdge[]): readonly DrawnEdge[] {
  const groups = new Map<string, DrawnEdge[]>();
  for (const line of lines) {
    if (line.label === '') continue;
    const key = [line.edge.source, line.port, line.target].join('\n');
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const joined = new Map<DrawnEdge, string>();
  for (const group of groups.values()) {
    const all = cut(group.map(({ label }) => label).join(' · '));
    for (const [index, line] of group.entries()) joined.set(line, index === 0 ? all : '');
  }
  return lines.map((line) => ({ ...line, label: joined.get(line) ?? line.label }));
}

function cut(label: string): string {
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label;
}
