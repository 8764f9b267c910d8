/** What is known of values before a run: of roots, outputs, schemas and expressions. For completion, hover and warnings. */
export { memberOf, walkShape } from './combineShapes.ts';
export type { TypeScope } from './Inference.ts';
export { inferData, inferTemplate } from './inferData.ts';
export { inferType } from './inferType.ts';
export { rootShape, type ShapeContext, type ShapeScope, typeScope } from './rootShape.ts';
export type { Kind, Scalar, Shape } from './Shape.ts';
