/**
 * The kit: presentational parts in one look, which know neither the engine nor the session. Its rooms, from low to high:
 *
 * - `base`: what has no look: class names, clocks, drafts, external stores, lazy parts, keys, places next to an element;
 * - `display`: what only shows: badges, marks of status, icons of kinds, names, spinners, empty states;
 * - `feedback`: feedback to the user: toasts, hints, boundaries for what failed or is still loading;
 * - `controls`: what takes a value or a click: buttons, fields, selects, switches;
 * - `menus`: what opens next to something: menus, the command menu, popovers;
 * - `value`: a value of any size as a tree, a table, or a text in pieces;
 * - `layout`: what holds other parts: panels, dialogs, tabs, split panes;
 * - `reader`: a value read as text, Markdown, table, picture or tree, also in the whole window;
 * - `code`: fields for code, and the larger one, whose editor the app gives.
 *
 * Besides this door: `icons.ts`, and without React `lazyModule.ts` and `markHidden.ts`.
 */

export { classes } from './base/classes.ts';
export { createExternalStore } from './base/createExternalStore.ts';
export { formatLength, formatMoment } from './base/formatMoment.ts';
export { lazyPart } from './base/lazyPart.tsx';
export { reloadPage } from './base/reloadPage.ts';
export { findParentRow, moveInRows, revealRow, useRowHeight, useWindow } from './base/rows.ts';
export { formatShortcut, matchesShortcut } from './base/shortcut.ts';
export { shortText } from './base/shortText.ts';
export { useDraft } from './base/useDraft.ts';
export { useNow } from './base/useNow.ts';
export {
  type CheckCode,
  type Code,
  CodeEditors,
  type CodeLanguage,
  type CodeProblem,
  type CodeReader,
  type CodeTools,
  type ColouredText,
  type Completer,
  type FieldCompletion,
} from './code/CodeEditors.ts';
export { CompletionList, useCompletion } from './code/CompletionList.tsx';
export { closeBraces, type TypedText } from './code/closeBraces.ts';
export { CodeField } from './code/lazyCode.tsx';
export { Button } from './controls/Button.tsx';
export { Combobox, type ComboboxOption } from './controls/Combobox.tsx';
export { Field, useField } from './controls/Field.tsx';
export { IconButton } from './controls/IconButton.tsx';
export { LinesField, TextArea } from './controls/LinesField.tsx';
export { NumberField } from './controls/NumberField.tsx';
export { RowLimit, useRowLimit } from './controls/RowLimit.tsx';
export { SecretField } from './controls/SecretField.tsx';
export { SegmentedControl } from './controls/SegmentedControl.tsx';
export { Select, type SelectOption } from './controls/Select.tsx';
export { Switch } from './controls/Switch.tsx';
export { TextField, type TextFieldProps } from './controls/TextField.tsx';
export { Badge } from './display/Badge.tsx';
export { countProblems, describeProblems, type ProblemCount } from './display/countProblems.ts';
export { EmptyState } from './display/EmptyState.tsx';
export { GivenName, GivenNames, Origin } from './display/GivenName.tsx';
export { inAppWords } from './display/inAppWords.ts';
export { Kbd } from './display/Kbd.tsx';
export { KeyValueRow } from './display/KeyValueRow.tsx';
export { familyOf, type Kind, KindIcon, toneOfKind } from './display/KindIcon.tsx';
export { LiveRegion } from './display/LiveRegion.tsx';
export { SimulatedMark } from './display/SimulatedMark.tsx';
export { Spinner } from './display/Spinner.tsx';
export { formatStatus, type Status, StatusMark } from './display/StatusMark.tsx';
export { VisuallyHidden } from './display/VisuallyHidden.tsx';
export { ErrorBoundary } from './feedback/ErrorBoundary.tsx';
export { keepNoticesAbove } from './feedback/keepNoticesAbove.ts';
export { LoadBoundary } from './feedback/LoadBoundary.tsx';
export { showToast, Toasts } from './feedback/Toasts.tsx';
export { Tooltip } from './feedback/Tooltip.tsx';
export { CommandDialog } from './layout/CommandDialog.tsx';
export { Dialog } from './layout/Dialog.tsx';
export { Movable, type MovableFrame, MovablePlace, useMovableFrame } from './layout/Movable.tsx';
export { Panel, PanelSection } from './layout/Panel.tsx';
export { Screen } from './layout/Screen.tsx';
export { SplitHandle } from './layout/SplitHandle.tsx';
export { SplitGroup, SplitPane } from './layout/Splitter.tsx';
export { TableBar, TableBody, TableScreen, TableSearch } from './layout/TableScreen.tsx';
export { Tabs } from './layout/Tabs.tsx';
export { type LazyModule, LoadError, lazyModule, loadAhead, relyOn } from './lazyModule.ts';
export { type CommandGroup, type CommandItem, CommandMenu, rankItems } from './menus/CommandMenu.tsx';
export { ContextMenu } from './menus/ContextMenu.tsx';
export { Menu } from './menus/Menu.tsx';
export { Popover } from './menus/Popover.tsx';
export type { MenuEntry } from './menus/renderMenuEntries.tsx';
export { Markdown } from './reader/Markdown.tsx';
export { ValueReader } from './reader/ValueReader.tsx';
export { DataGrid, type GridColumn, type GridOrder, type GridSelection } from './value/DataGrid.tsx';
export { markdownBlocks, markdownSpans } from './value/markdown.ts';
export { isLongerThan, shownJsonPieces } from './value/pieces.ts';
export { ValueTree } from './value/ValueTree.tsx';
export { memberPath, previewOf } from './value/valueRows.ts';
export { isMarkdown } from './value/valueViews.ts';
