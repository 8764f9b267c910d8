import { type Finding, isPlainPath } from '../../author/index.ts';

/** Why a path names no file of a workspace; null where it may. */
export function refusePath(name: string, place: string): Finding | null {
  return isPlainPath(name) ? null : outsideOf(place);
}

/** What is told of a path that leads out of the workspace. */
export function outsideOf(place: string): Finding {
  return {
    code: 'PATH_REFUSED',
    place,
    message:
      'This is not a file of the workspace: absolute paths, “..”, hidden folders and links that lead out are not followed.',
    next: 'Use a path as list gives it.',
  };
}
