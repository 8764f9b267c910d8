/** An answer in two parts: what its model thought before, without the tags around it, and what it then said. */
export interface SplitAnswer {
  /** Empty where there are none. */
  readonly thoughts: string;
  readonly said: string;
}

const OPENED = /^\s*<(think|thinking|reasoning)>([\s\S]*?)(?:<\/\1>\s*|$)/i;

/** Some servers omit the tag that opens the thoughts: then the one that closes them is alone on its line. */
const CLOSED_ONLY = /^([\s\S]*?)\n[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*(?:\n\s*|$)/i;

/**
 * Parts the text of an answer from what its model thought. A text that only writes about such tags stays whole.
 *
 * @param isCut whether the answer was cut off: thoughts without an end are then all that came
 */
export function splitThoughts(text: string, isCut: boolean): SplitAnswer {
  const opened = OPENED.exec(text);
  const [whole = '', , inside = ''] = opened ?? [];
  if (opened !== null && (isCut || /<\/\w+>\s*$/.test(whole)))
    return { thoughts: inside.trim(), said: text.slice(whole.length) };
  const closed = opened === null ? CLOSED_ONLY.exec(text) : null;
  if (closed === null) return { thoughts: '', said: text };
  return { thoughts: (closed[1] ?? '').trim(), said: text.slice(closed[0].length) };
}
