import type { LayoutInput, LayoutPlan } from '../../layout/index.ts';

/** A layout to do in a worker: what it depends on, and which of its scopes are arranged plainly. */
export interface LayoutRequest {
  readonly input: LayoutInput;
  readonly plain: LayoutPlan['plain'];
}
