import { lazyPart } from '../base/lazyPart.tsx';

/** Several lines of code, loaded when they are first shown. Until then their room is kept, so that nothing moves under the pointer. */
export const CodeField = lazyPart(
  () => import('./CodeField.tsx').then((module) => module.CodeField),
  // Lines of 18 px, with the space above and below and the borders.
  ({ rows = 2 }) => <div style={{ height: rows * 18 + 14 }} />,
);
