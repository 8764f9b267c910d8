/**
 * Replaces `d3-color` in the page (`vite.config.ts`). d3-zoom animates the view with d3-transition, which brings a parser of
 * colours along for styles and attributes that fade; the canvas fades none. To it no text is a colour, so a text is blended as a text.
 */
export function color(): null {
  return null;
}

export { color as cubehelix, color as hcl, color as hsl, color as lab, color as rgb };
