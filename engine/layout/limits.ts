/** Above this many boxes a careful layout takes more than is waited for gladly: some tenths of a second. */
export const CAREFUL_LIMIT = 1_500;
