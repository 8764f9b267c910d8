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
  /** The lines that run as one with it, itself included, which it speaks for; empty where another one speaks for it. */
  readonly joined: readonly GraphEdge[];
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

/** Lines from one port to one card run as one: the first speaks for all. */
export function joinLabels(lines: readonly DrawnEdge[]): readonly DrawnEdge[] {
  const groups = new Map<string, DrawnEdge[]>();
  for (const line of lines) {
    const key = [line.edge.source, line.port, line.target].join('\n');
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return lines.map((line) => {
    const group = groups.get([line.edge.source, line.port, line.target].join('\n')) ?? [];
    if (group[0] !== line) return { ...line, label: '', joined: [] };
    const words = group.flatMap(({ label }) => (label === '' ? [] : [label]));
    return { ...line, label: cut(words.join(' · ')), joined: group.map(({ edge }) => edge) };
  });
}

function cut(label: string): string {
  return label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label;
}
