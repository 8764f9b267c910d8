/** Tells the errors of expressions: the reader of expressions is loaded with the first of them. */
export { tellError } from '#engine/run';
