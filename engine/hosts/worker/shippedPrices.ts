/** Loaded when the page shows or stores prices. */
export { SHIPPED_PRICES } from '../../effects/index.ts';
