/** The diagnostics, as a list. */
export { ProblemsList } from './ProblemsList.tsx';
