import { type ChangeEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classes } from '../base/classes.ts';
import { useField } from '../controls/Field.tsx';
import type { TextAreaProps } from '../controls/LinesField.tsx';
import styles from './CodeArea.module.css';
import type { CheckCode, CodeLanguage, CodeProblem, ColouredText, Completer } from './CodeEditors.ts';
import { CompletionList, useCompletion } from './CompletionList.tsx';
import { closeBraces } from './closeBraces.ts';
import { useCodeReader } from './useCodeReader.ts';

export interface CodeAreaProps extends Omit<TextAreaProps, 'onCommit' | 'onChange' | 'isMono' | 'ref'> {
  readonly language: CodeLanguage;
  readonly onChange: (text: string) => void;
  readonly complete?: Completer | undefined;
  /** Finds a mistake while one types. */
  readonly check?: CheckCode | undefined;
  /** What else is wrong with the text. */
  readonly problems?: readonly CodeProblem[] | undefined;
}

/** A text whose last word is begun. */
const BEGUN = { yaml: /[\w$.]$|\{\{ ?$/, json: /[\w"]$/, javascript: /[\w$.]$/ };

/** Code as it is typed: coloured once that is loaded, completed, with mistakes marked where they are. Tab leaves it. */
export function CodeArea({
  language,
  complete,
  check,
  problems = [],
  isInvalid,
  className,
  ...rest
}: CodeAreaProps): ReactNode {
  const { value, onChange, rows = 2 } = rest;
  const field = useField();
  const area = useRef<HTMLTextAreaElement>(null);
  const paint = useRef<HTMLPreElement>(null);
  const reader = useCodeReader();
  const completion = useCompletion({ area, complete, onInsert: onChange });
  const mistake = (check ?? reader?.findMistake)?.(value, language) ?? null;
  const marked = mistake === null ? problems : [mistake];
  const stretches = markProblems(reader?.colour(value, language) ?? [{ text: value, colour: 'var(--ink)' }], marked);

  function change({ target }: ChangeEvent<HTMLTextAreaElement>): void {
    const typed = { text: target.value, caret: target.selectionStart };
    const next = language === 'javascript' ? typed : closeBraces(value, typed);
    onChange(next.text);
    if (next !== typed) completion.moveCaret(next.caret);
    // Where nothing is begun, suggestions come only when they are asked for: Enter is a new line there.
    if (BEGUN[language].test(next.text.slice(0, next.caret))) completion.update(next.text, next.caret);
    else completion.close();
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing || completion.handleKey(event)) return;
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.key !== 'Enter' || event.altKey || event.metaKey || event.ctrlKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const { insert, caret } = breakLine(value, selectionStart);
    event.preventDefault();
    // As if it were typed, so that the browser can undo it.
    if (!document.execCommand('insertText', false, insert))
      onChange(value.slice(0, selectionStart) + insert + value.slice(selectionEnd));
    completion.moveCaret(selectionStart + caret);
    completion.close();
  }

  return (
    <div className={classes(styles.box, (isInvalid || mistake !== null) && styles.invalid, className)}>
      <pre ref={paint} className={styles.paint} style={{ minHeight: rows * 18 + 12 }} aria-hidden>
        {stretches.map(({ text, colour: color, isWrong }, index) => (
          <span key={index} className={isWrong ? styles.wrong : undefined} style={{ color }}>
            {text}
          </span>
        ))}
        {'\u200b'}
      </pre>
      <textarea
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        id={field?.id}
        aria-describedby={field?.describedBy}
        aria-autocomplete={complete ? 'list' : undefined}
        aria-controls={completion.isOpen ? completion.id : undefined}
        aria-activedescendant={completion.isOpen ? completion.activeId : undefined}
        {...rest}
        ref={area}
        rows={1}
        aria-invalid={isInvalid || mistake !== null || field?.isInvalid || undefined}
        className={styles.input}
        onChange={change}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) =>
          paint.current?.scrollTo({ top: scrollTop, left: scrollLeft })
        }
        onBlur={(event) => {
          completion.close();
          rest.onBlur?.(event);
        }}
        onKeyDown={handleKey}
      />
      {completion.isOpen && (
        <CompletionList area={area} completion={completion} findLine={() => lineAt(paint.current, area.current)} />
      )}
    </div>
  );
}

/** Where the line of the caret is on screen: the text below the field breaks its lines as the field does. */
function lineAt(paint: HTMLElement | null, area: HTMLTextAreaElement | null): DOMRect | null {
  if (paint === null || area === null) return null;
  let left = area.selectionStart;
  for (const span of paint.childNodes) {
    const text = span.firstChild ?? span;
    const length = text.textContent?.length ?? 0;
    if (left > length) {
      left -= length;
      continue;
    }
    const range = document.createRange();
    range.setStart(text, left);
    return range.getBoundingClientRect();
  }
  return null;
}

interface MarkedCode extends ColouredText {
  /** Part of what is wrong. */
  readonly isWrong: boolean;
}

/** Cuts coloured code where a problem begins or ends; one without a length takes the character at it, or the one before. */
export function markProblems(parts: readonly ColouredText[], problems: readonly CodeProblem[]): readonly MarkedCode[] {
  if (problems.length === 0) return parts.map((part) => ({ ...part, isWrong: false }));
  const length = parts.reduce((sum, part) => sum + part.text.length, 0);
  const ranges = problems.map(({ start, end }) => {
    const from = Math.max(0, Math.min(start, length - 1));
    return { from, to: Math.max(end, from + 1) };
  });
  const marked: MarkedCode[] = [];
  let at = 0;
  for (const { text, colour } of parts) {
    const inside = ranges.flatMap(({ from, to }) => [from, to]).filter((cut) => cut > at && cut < at + text.length);
    const cuts = [at, ...new Set(inside.toSorted((a, b) => a - b)), at + text.length];
    for (const [index, cut] of cuts.slice(0, -1).entries()) {
      const isWrong = ranges.some(({ from, to }) => cut >= from && cut < to);
      marked.push({ text: text.slice(cut - at, (cuts[index + 1] ?? cut) - at), colour, isWrong });
    }
    at += text.length;
  }
  return marked;
}

/** What Enter writes. */
interface LineBreak {
  readonly insert: string;
  /** Where the caret is in it. */
  readonly caret: number;
}

/**
 * What Enter writes at a caret in code: a line that begins where the one before it did, two columns further in behind a key
 * without a value, a block's sign or an opening bracket, whose closing one goes to a line below.
 */
export function breakLine(text: string, caret: number): LineBreak {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const dash = /^\s*((?:-\s+)*)/.exec(line)?.[1]?.replace(/./g, ' ') ?? '';
  const isOpen = /[{[(]\s*$/.test(line);
  const goesIn = isOpen || /(?:^|\s)[|>][+-]?\s*$|^[^#]*[\w"'\])]:\s*$/.test(line);
  const inner = `\n${indent}${dash}${goesIn ? '  ' : ''}`;
  const closing = isOpen && /^[}\])]/.test(text.slice(caret)) ? `\n${indent}` : '';
  return { insert: inner + closing, caret: inner.length };
}
