import { useEffect, useMemo, useState } from 'react';
import type { Path, ShownAnalysis } from '#engine';
import { useDiagnostics } from '../../session/index.ts';
import { useNamedTools } from '../../session/workspace/index.ts';
import { inAppWords } from '../../ui/index.ts';
import { languageService, loadLanguage } from '../language/languageService.ts';

/** A value that what runs there reads, as a form asks for it. */
export type InputField = import('#engine/language').InputField;

/** The values that what a task runs reads of its input; null until the language service, which knows them, is there. */
export function useInputFields(analysis: ShownAnalysis, id: string): readonly InputField[] | null {
  const language = useLanguage();
  const mcpTools = useNamedTools();
  return useMemo(
    () => listed(language, (it) => it.listInputFields(analysis, id, mcpTools)),
    [language, analysis, id, mcpTools],
  );
}

/** The values that a tool reads of its config, by the path of that config; null as above. */
export function useConfigFields(analysis: ShownAnalysis, path: Path): readonly InputField[] | null {
  const language = useLanguage();
  return useMemo(() => listed(language, (it) => it.listConfigFields(analysis, path)), [language, analysis, path]);
}

type Language = NonNullable<ReturnType<typeof languageService>>;

function listed(language: Language | 'missing' | null, list: (language: Language) => readonly InputField[]) {
  return language === null ? null : language === 'missing' ? NONE : list(language);
}

const NONE: readonly InputField[] = [];

/** The language service; null until it is there, and `missing` where it could not be loaded: then names are typed, and nothing else depends on them. */
export function useLanguage(): Language | 'missing' | null {
  const [language, setLanguage] = useState<Language | 'missing' | null>(languageService);
  useEffect(() => {
    let isShown = true;
    const show = () => isShown && setLanguage(languageService() ?? 'missing');
    loadLanguage().then(show, show);
    return () => {
      isShown = false;
    };
  }, []);
  return language;
}

/** The message of the diagnostic at a path; undefined when there is none. */
export function useFieldProblem(path: Path): string | undefined {
  const problem = useDiagnostics().find((found) => found.severity !== 'info' && isSamePath(found.path, path));
  return problem && inAppWords(problem.message);
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
