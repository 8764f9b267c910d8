import type { Template } from '../../platform/index.ts';

/** The templates that have all words that were typed, each as the beginning of a word of theirs; without any, all of them. */
export function findTemplates(templates: readonly Template[], search: string): readonly Template[] {
  const wanted = wordsOf(search);
  return templates.filter((template) => {
    const has = wordsOf([template.name, template.job, template.words, template.description].join(' '));
    return wanted.every((word) => has.some((other) => other.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Templates by job, in their order. */
export function groupTemplates(templates: readonly Template[]): ReadonlyMap<string, readonly Template[]> {
  const jobs = new Set(templates.map(({ job }) => job));
  return new Map([...jobs].map((job) => [job, templates.filter((template) => template.job === job)]));
}
