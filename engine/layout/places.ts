/** The code that finds places for boxes, as one chunk that is loaded when it is first needed. */
export { arrangeScope } from './arrangeScope.ts';
export { keepPlaced } from './keepPlaced.ts';
export { placeMissing } from './placeMissing.ts';
