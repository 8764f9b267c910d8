/** What finds places for boxes, as one part that is loaded when it is first needed. */
export { arrangeScope } from './arrangeScope.ts';
export { placeMissing } from './placeMissing.ts';
