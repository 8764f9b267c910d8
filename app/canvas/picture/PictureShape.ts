/** Part of a picture of a workflow, as SVG and a canvas both draw it; all lengths in px. */
export type PictureShape = BoxShape | PathShape | TextShape;

export interface BoxShape {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: string;
  /** Absent: no border. */
  readonly stroke?: string;
  readonly isDashed?: boolean;
}

export interface PathShape {
  readonly kind: 'path';
  /** SVG path data. */
  readonly d: string;
  /** Where its origin is, by what it is enlarged, and how far it is turned, in degrees; absent: as it is. */
  readonly place?: { readonly x: number; readonly y: number; readonly scale?: number; readonly turn?: number };
  readonly stroke: string;
  readonly width: number;
  /** Absent: not filled. */
  readonly fill?: string;
  readonly dash?: readonly number[];
}

export interface TextShape {
  readonly kind: 'text';
  /** The start of its base line, or the middle where it is centred. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
  readonly isCentred?: boolean;
  /** A colour around the letters, which keeps them readable on a line. */
  readonly halo?: string;
}

/** A workflow as it is drawn, with the part of the plane that it takes. */
export interface Picture {
  readonly shapes: readonly PictureShape[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** Width of a text in px. */
export type MeasureText = (text: string, font: { readonly size: number; readonly weight: number }) => number;

/** The typeface of the picture, with one that every system has. */
export const FONT = '"Inter Variable", Inter, system-ui, sans-serif';
