import { useEffect, useMemo, useState } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { languageService, loadLanguage } from '../expression/languageService.ts';

/** One name that what runs there reads of its input or its config. */
export type SuggestedKey = import('#engine/language').ReadKey;

/** The names that what a task runs reads of its input; none until the language service is there. */
export function useInputKeys(analysis: ShownAnalysis, id: string): readonly SuggestedKey[] {
  const language = useLanguage();
  return useMemo(() => language?.listInputKeys(analysis, id) ?? [], [language, analysis, id]);
}

/** The names that a tool reads of its config, by the path of that config; none until the language service is there. */
export function useConfigKeys(analysis: ShownAnalysis, path: Path): readonly SuggestedKey[] {
  const language = useLanguage();
  return useMemo(() => language?.listConfigKeys(analysis, path) ?? [], [language, analysis, path]);
}

function useLanguage(): ReturnType<typeof languageService> {
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
  return language;
}
