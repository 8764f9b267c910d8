/** The name of a thread of the engine's own file that only reads runs from files. */
export const READER_NAME = 'run-reader';
