/** One entry of the index: a part of a page under one heading. */
export interface Entry {
  readonly page: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

export interface Hit {
  readonly entry: Entry;
  /** The words around the first place where it was found. */
  readonly excerpt: string;
}

const AROUND = 90;
const MOST = 20;

/** The parts that have all words of a search, best first: those with the words in their titles, then those that have them more often. */
export function rankSections(entries: readonly Entry[], search: string): readonly Hit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = entries.flatMap((entry) => {
    const score = scoreOf(entry, words);
    return score === 0 ? [] : [{ entry, score }];
  });
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}

/** 0 where a word is missing. */
function scoreOf({ page, title, text }: Entry, words: readonly string[]): number {
  const [pageLower, titleLower, textLower] = [page.toLowerCase(), title.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const inText = Math.min(textLower.split(word).length - 1, 6);
    const inTitle = titleLower.includes(word) ? (startsWord(titleLower, word) ? 30 : 12) : 0;
    const inPage = pageLower.includes(word) ? 4 : 0;
    if (inText + inTitle + inPage === 0) return 0;
    score += inText + inTitle + inPage;
  }
  return titleLower === words.join(' ') ? score + 60 : score;
}

function startsWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`) || text.includes(`_${word}`);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, at - AROUND / 3);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const part = text.slice(start, start + AROUND * 2).trim();
  return `${start > 0 ? '… ' : ''}${part}${start + AROUND * 2 < text.length ? ' …' : ''}`;
}
