import { session } from '../store/store.ts';
import { findTexts } from './findTexts.ts';
import { keepTexts, moveVersions } from './keptVersions.ts';

/** Keeps versions from now on, as the session changes. Answers with a function that stops that. */
export function watchVersions(): () => void {
  return session.subscribe((state, before) => {
    const { texts, moves } = findTexts(state, before);
    for (const { path, to } of moves) void moveVersions(path, to);
    if (texts.length > 0) void keepTexts(texts);
  });
}
