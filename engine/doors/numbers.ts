/** The door to numbers (`#engine/numbers`): what is typed or sent as the number that it is, and sums of money. The parts of the screen may use it, and nothing else of the engine. */
export { formatCost, losesDigits, readExactly, readTyped, tellLost } from '../base/index.ts';
