/** The form of what is selected. */
export { Inspector } from './Inspector.tsx';
