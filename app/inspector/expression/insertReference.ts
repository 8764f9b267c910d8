import type { TypedText } from '../../ui/index.ts';

/** Puts an expression into a text: as a template, and as it is inside of one or where no braces are written. */
export function insertReference({ text, caret }: TypedText, reference: string, isBare: boolean): TypedText {
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  const isInside = head.lastIndexOf('{{') > head.lastIndexOf('}}');
  const written = isBare || isInside ? reference : `{{ ${reference} }}`;
  return { text: head + written + tail, caret: head.length + written.length };
}
