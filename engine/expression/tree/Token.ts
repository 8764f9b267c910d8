/** A piece of an expression's source; `text` is as written. Offsets are UTF-16 in the text that was cut. */
export type Token =
  | {
      readonly kind: 'number';
      readonly text: string;
      readonly value: number;
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: 'string';
      readonly text: string;
      readonly value: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: 'name' | 'sign' | 'end'; readonly text: string; readonly start: number; readonly end: number };
