/** Above this many boxes a careful layout takes more than is waited for gladly: a tenth of a second, at each edit. */
export const CAREFUL_LIMIT = 600;
