/** What is known of values before a run: of roots, outputs, schemas and expressions. For completion, hover and warnings. */
export { memberOf } from './combineShapes.ts';
export type { TypeScope } from './Inference.ts';
export { findFunctionType } from './inferCall.ts';
export { inferType } from './inferType.ts';
export { inferData, inferTemplate } from './knownOf.ts';
export { lookAt, type Seen } from './lookAt.ts';
export { rootShape, rootTypes, type ShapeContext, type ShapeScope, typeScope } from './rootShape.ts';
export { canBeNull, isNull, type Kind, type Scalar, type Shape } from './Shape.ts';
export { sampleOutput } from './sampleOutput.ts';
export { shapeOfSchema } from './shapeOfSchema.ts';
