/** What the checks say, as a list. */
export { ProblemsList } from './ProblemsList.tsx';
