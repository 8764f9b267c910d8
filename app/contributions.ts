import type { Action } from './actions/index.ts';
import { assistantActions } from './assistant/assistantActions.tsx';
import { frameActions, noteActions } from './canvas/noteActions.tsx';
import { pictureActions } from './canvas/pictureActions.tsx';
import { arrangeActions, canvasActions, nudgeActions } from './canvas/placeActions.tsx';
import { selectionActions, taskActions, typeActions } from './canvas/taskActions.tsx';
import { fileActions } from './files/fileActions.tsx';
import { findActions } from './find/findActions.tsx';
import { definitionActions } from './inspector/definitionActions.tsx';
import { outlineActions } from './outline/outlineActions.tsx';
import { paletteActions } from './palette/paletteActions.tsx';
import { resourceActions } from './resources/resourceActions.tsx';
import { debugActions } from './runs/debugActions.tsx';
import { runActions } from './runs/runActions.tsx';
import { startActions } from './runs/startActions.tsx';
import { storedRunActions } from './runs/storedRunActions.tsx';
import { editActions } from './shell/editActions.tsx';
import { helpActions, viewActions } from './shell/shellActions.tsx';
import { versionActions } from './versions/versionActions.tsx';

/** What every feature contributes, in the order menus and the palette show it. */
export const ACTIONS: readonly Action[] = [
  ...startActions,
  ...runActions,
  ...debugActions,
  ...storedRunActions,
  ...fileActions,
  ...versionActions,
  ...pictureActions,
  ...editActions,
  ...findActions,
  ...selectionActions,
  ...taskActions,
  ...typeActions,
  ...definitionActions,
  ...assistantActions,
  ...paletteActions,
  ...resourceActions,
  ...outlineActions,
  ...viewActions,
  ...canvasActions,
  ...noteActions,
  ...frameActions,
  ...nudgeActions,
  ...arrangeActions,
  ...helpActions,
];
