/** The name of a worker from the engine's file that only reads runs from files. */
export const READER_NAME = 'run-reader';
