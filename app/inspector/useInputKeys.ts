import { useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#engine';
import { languageService, loadLanguage } from './languageService.ts';

/** One name that what a task runs reads of its input. */
export type SuggestedKey = import('#engine/language').InputKey;

/** The names that what a task runs reads of its input; none until the language service is there. */
export function useInputKeys(analysis: Analysis, id: string): readonly SuggestedKey[] {
  const [language, setLanguage] = useState(languageService);
  useEffect(() => {
    let isShown = true;
    // Without it the names are typed: nothing else depends on them.
    const show = () => isShown && setLanguage(languageService());
    loadLanguage().then(show, () => null);
    return () => {
      isShown = false;
    };
  }, []);
  return useMemo(() => language?.listInputKeys(analysis, id) ?? [], [language, analysis, id]);
}
