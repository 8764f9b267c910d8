type LanguageService = typeof import('#engine/language');

let loaded: LanguageService | null = null;

/** The language service, once {@link loadLanguage} has brought it; until then null. */
export function languageService(): LanguageService | null {
  return loaded;
}

/** Loads the language service: it comes with the first field that is typed in. */
export async function loadLanguage(): Promise<void> {
  loaded ??= await import('#engine/language');
}
