/** What is known of values before a run: of roots, outputs and schemas. For completion, hover and warnings. */
export { rootShape, type ShapeContext, type ShapeScope } from './rootShape.ts';
export { type Shape, walkShape } from './Shape.ts';
