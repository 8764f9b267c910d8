import { lazyModule } from '../../ui/lazyModule.ts';

const language = lazyModule(() => import('#engine/language'));

/** The language service, once {@link loadLanguage} has brought it or it was loaded ahead; until then null. */
export const languageService = language.loaded;

/** Loads the language service: it comes with the first task that is looked at, or the first field that is typed in. */
export async function loadLanguage(): Promise<void> {
  await language.load();
}
