/** The canvas: the workflow as a graph that is drawn, edited and watched. */
export { Canvas } from './Canvas.tsx';
