/**
 * Words and idioms that are not plain English, in what people read: comments, messages and pages. Code is not looked at, whether it is a
 * name or between backticks; nor are quotes of a page, such as titles of tests.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ line: number, word: string, advice: string }} OddWord */

/** What is not written, and what is written instead. The notes say what is meant and therefore fine. */
const DICTIONARY = [
  { pattern: /\bbeside\b/, advice: 'next to, besides, with, side by side' },
  { pattern: /\bnobody\b/, advice: 'no one, no task' },
  // What is gone on one side of a merge is fine.
  { pattern: /\b(?:go|goes|going|went|gone) on\b(?! the\b)/, advice: 'continues, keeps running' },
  // So is what comes to rest, to wait, or to an end.
  {
    pattern:
      /\b(?:tests?|datasets?|drill|variant|steps?) (?:must |can |never |did not |do not )?(?:come|comes|came) to\b(?! (?:rest|wait|an? (?:end|wait)|this|its|where)\b)/,
    advice: 'reaches, covers, results in',
  },
  { pattern: /\bwhat (?:it|they) (?:come|comes|came) to\b/, advice: 'its result' },
  // A sign stands for something, a clock stands still, a run stands alone.
  { pattern: /\bstands?\b(?!-| (?:for|still|alone)\b)|\bstood\b/, advice: 'is, appears, depends on' },
  { pattern: /\banew\b/, advice: 'again' },
  {
    pattern: /\b(?:leave|leaves|left|leaving)(?: (?:it|them|one|these|those))? out\b/,
    advice: 'omit, remove, skip, exclude',
  },
  { pattern: /\bleads? on\b/, advice: 'leads to, continues' },
  { pattern: /\b(?:mends?|mended|mending)\b/, advice: 'fix' },
  { pattern: /\b(?:lends?|lent)\b/, advice: 'give' },
  { pattern: /\bputs? (?:it |them )?down\b/, advice: 'stop, unload' },
  { pattern: /\bfor want of\b/, advice: 'because' },
  { pattern: /\btakes? nothing\b/, advice: 'is full, blocks' },
  { pattern: /\blet in\b/, advice: 'accept, give access' },
  { pattern: /\bmanieth\b/, advice: 'which, the number of' },
].map(({ pattern, advice }) => ({ pattern: new RegExp(pattern, 'gi'), advice }));

/** @param {string} text @param {RegExp} pattern the same text with blanks where it matches, so that places stay @returns {string} */
function blank(text, pattern) {
  return text.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, ' '));
}

/** @param {string} text a comment or a message @returns {readonly OddWord[]} lines count from 1 at its start */
export function findOddWords(text) {
  const prose = blank(text, /`[^`\n]*`/g);
  return DICTIONARY.flatMap(({ pattern, advice }) =>
    [...prose.matchAll(pattern)].map((match) => ({
      line: prose.slice(0, match.index).split('\n').length,
      word: match[0],
      advice,
    })),
  );
}

/** @param {string} page in Markdown @returns {readonly OddWord[]} */
export function findOddWordsOfPage(page) {
  const withoutCode = blank(page, /^ *```.*?^ *```/gms);
  return findOddWords(blank(blank(blank(withoutCode, /`[^`\n]*`/g), /"[^"\n]*"|“[^”\n]*”/g), /\]\([^)]*\)/g));
}

/** Folders with pages; those at the top of the repository are pages, too. */
const FOLDERS = ['docs', 'engine', 'app', 'tools', 'bench', 'deploy'];

/**
 * Looks at every page of the repository.
 * @param {string} root
 * @returns {readonly { rule: string, file: string, line: number, text: string }[]}
 */
export function checkPages(root) {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const pages = [...readdirSync(root), ...inside].filter(
    (file) => file.endsWith('.md') && !file.includes('node_modules'),
  );
  return pages.flatMap((file) =>
    findOddWordsOfPage(readFileSync(path.join(root, file), 'utf8')).map(({ line, word, advice }) => ({
      rule: 'plain-words',
      file,
      line,
      text: `“${word}”: ${advice}`,
    })),
  );
}
