import { lazyPart } from '../base/lazyPart.tsx';

/** Several lines of code, loaded when they are first shown. */
export const CodeField = lazyPart(() => import('./CodeField.tsx').then((module) => module.CodeField));
