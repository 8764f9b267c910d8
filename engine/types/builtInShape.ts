import { toData } from '../base/index.ts';
import { builtInNamed } from '../tools/index.ts';
import { ANY, type Shape } from './Shape.ts';
import { shapeOfSchema } from './shapeOfSchema.ts';

const shapes = new Map<string, Shape>();

/** What a built-in answers, by the schema of its output; anything where there is no such built-in. */
export function builtInShape(name: string): Shape {
  const known = shapes.get(name);
  const tool = known === undefined ? builtInNamed(name) : undefined;
  if (tool === undefined) return known ?? ANY;
  const shape = shapeOfSchema(toData(tool.schema.output));
  shapes.set(name, shape);
  return shape;
}
