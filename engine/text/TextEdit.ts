/** A half-open range of UTF-16 offsets in one text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces `[start, end)` of the source *before* the transaction by `text`. In a list: sorted and disjoint. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Whether edits are sorted, disjoint and inside a text of the length given. Insertions at one place keep their order. */
export function areValidEdits(length: number, edits: readonly TextEdit[]): boolean {
  let end = 0;
  for (const edit of edits) {
    if (!Number.isInteger(edit.start) || !Number.isInteger(edit.end)) return false;
    if (edit.start < end || edit.end < edit.start || edit.end > length) return false;
    end = edit.end;
  }
  return true;
}

/** The text after the edits. Offsets refer to `text`; throws a `RangeError` for edits that are unsorted, overlap or lie outside. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  if (!areValidEdits(text.length, edits)) throw new RangeError('Edits must be sorted, disjoint and inside the text.');
  let result = '';
  let end = 0;
  for (const edit of edits) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

/** The edits that turn `applyEdits(text, edits)` back into `text`; their offsets refer to the edited text. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length, text: text.slice(edit.start, edit.end) };
  });
}

/** A stretch of the text in between: kept from the first text, or new; followed by what is dropped from the first text. */
type EditOperation = { readonly keep: number } | { readonly drop: number } | { readonly add: string };

/**
 * Two steps as one: `second` refers to the text after `first`, the answer to the text before it. Changes that touch
 * become one edit.
 */
export function composeEdits(first: readonly TextEdit[], second: readonly TextEdit[]): TextEdit[] {
  const writer = createWriter();
  const source = createReader(toSteps(first), writer);
  let offset = 0;
  for (const edit of second) {
    source.keep(edit.start - offset);
    writer.write({ add: edit.text });
    source.drop(edit.end - edit.start);
    offset = edit.end;
  }
  source.finish();
  return writer.edits;
}

function toSteps(edits: readonly TextEdit[]): EditOperation[] {
  let offset = 0;
  const steps: EditOperation[] = [];
  for (const edit of edits) {
    steps.push({ keep: edit.start - offset }, { drop: edit.end - edit.start }, { add: edit.text });
    offset = edit.end;
  }
  return steps.filter((step) => ('keep' in step ? step.keep > 0 : 'drop' in step ? step.drop > 0 : step.add !== ''));
}

interface Writer {
  readonly edits: TextEdit[];
  write(step: EditOperation): void;
}

function createWriter(): Writer {
  const edits: TextEdit[] = [];
  let offset = 0;
  const change = (drop: number, add: string): void => {
    const last = edits.at(-1);
    if (last !== undefined && last.end === offset) {
      edits[edits.length - 1] = { start: last.start, end: offset + drop, text: last.text + add };
    } else {
      edits.push({ start: offset, end: offset + drop, text: add });
    }
    offset += drop;
  };
  return {
    edits,
    write(step) {
      if ('keep' in step) offset += step.keep;
      else if ('drop' in step) change(step.drop, '');
      else if (step.add !== '') change(0, step.add);
    },
  };
}

interface Reader {
  /** Passes on `length` characters of the text in between. */
  keep(length: number): void;
  /** Omits `length` characters of the text in between. */
  drop(length: number): void;
  finish(): void;
}

function createReader(steps: readonly EditOperation[], writer: Writer): Reader {
  const left = [...steps].reverse();
  const passDrops = (): void => {
    for (let head = left.at(-1); head !== undefined && 'drop' in head; head = left.at(-1)) {
      writer.write(head);
      left.pop();
    }
  };
  const read = (length: number, isKept: boolean): void => {
    let wanted = length;
    while (wanted > 0) {
      passDrops();
      const head = left.pop() ?? { keep: wanted };
      if ('add' in head) {
        const taken = head.add.slice(0, wanted);
        if (isKept) writer.write({ add: taken });
        wanted -= taken.length;
        if (taken.length < head.add.length) left.push({ add: head.add.slice(taken.length) });
      } else if ('keep' in head) {
        const taken = Math.min(head.keep, wanted);
        writer.write(isKept ? { keep: taken } : { drop: taken });
        wanted -= taken;
        if (taken < head.keep) left.push({ keep: head.keep - taken });
      }
    }
  };
  return {
    keep: (length) => read(length, true),
    drop: (length) => read(length, false),
    finish: () => {
      for (const step of left.reverse()) writer.write(step);
    },
  };
}
