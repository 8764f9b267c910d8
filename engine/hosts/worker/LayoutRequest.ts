import type { LayoutInput, LayoutPlan } from '../../layout/index.ts';

/** A layout to compute in a worker: its input, and which of its scopes are arranged plainly. */
export interface LayoutRequest {
  readonly input: LayoutInput;
  readonly plain: LayoutPlan['plain'];
}
