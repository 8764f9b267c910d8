/** Asked for by the page when it shows or keeps prices: loaded then. */
export { SHIPPED_PRICES } from '../../effects/index.ts';
