/** Longest text that is read, in UTF-16 units: 10 MiB. */
export const MAX_LENGTH = 10 * 1024 * 1024;
/** Most nodes (keys and values) of one document, including the nodes its aliases refer to. */
export const MAX_NODES = 250_000;
/** Most signs and lines, those of text among them, that the YAML reader is given: reading takes a few microseconds for each. */
export const MAX_TOKENS = 5 * MAX_NODES;
/** Most documents that are checked for mistakes; only the first is read. */
export const MAX_DOCUMENTS = 100;
/** Deepest nesting of maps and lists. */
export const MAX_DEPTH = 64;
/** Most problems reported for one text. */
export const MAX_ERRORS = 200;
