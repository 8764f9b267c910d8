import type { ReactNode } from 'react';

/** An entry of a menu. `separator` is a line; a heading names what follows; `items` opens a submenu. */
export type MenuEntry =
  | 'separator'
  | { readonly heading: string }
  | {
      readonly label: string;
      readonly icon?: ReactNode;
      readonly hint?: string | undefined;
      readonly shortcut?: string | undefined;
      readonly onSelect: () => void;
      readonly isDisabled?: boolean | undefined;
      readonly isDanger?: boolean | undefined;
      /** Given for a toggle or a choice: shows a check mark. */
      readonly isChecked?: boolean | undefined;
    }
  | { readonly label: string; readonly icon?: ReactNode; readonly items: readonly MenuEntry[] };
