import { useState } from 'react';
import { type DialogName, useSession } from './session/index.ts';
import { lazyPart } from './ui/index.ts';

const DIALOGS = {
  'run-form': lazyPart(() => import('./runs/index.ts').then((module) => module.RunDialog)),
  answer: lazyPart(() => import('./runs/AnswerDialog.tsx').then((module) => module.AnswerDialog)),
  value: lazyPart(() => import('./runs/ValueDialog.tsx').then((module) => module.ValueDialog)),
  items: lazyPart(() => import('./runs/ItemsDialog.tsx').then((module) => module.ItemsDialog)),
  pin: lazyPart(() => import('./runs/PinDialog.tsx').then((module) => module.PinDialog)),
  breakpoint: lazyPart(() => import('./inspector/BreakpointDialog.tsx').then((module) => module.BreakpointDialog)),
  templates: lazyPart(() => import('./files/gallery/TemplateGallery.tsx').then((module) => module.TemplateGallery)),
  paste: lazyPart(() => import('./files/PasteDialog.tsx').then((module) => module.PasteDialog)),
  conflict: lazyPart(() => import('./files/ConflictDialog.tsx').then((module) => module.ConflictDialog)),
  extract: lazyPart(() => import('./inspector/ExtractDialog.tsx').then((module) => module.ExtractDialog)),
  prices: lazyPart(() => import('./runs/PricesDialog.tsx').then((module) => module.PricesDialog)),
  compare: lazyPart(() => import('./Comparison.tsx').then((module) => module.Comparison)),
  backtest: lazyPart(() => import('./runs/BacktestDialog.tsx').then((module) => module.BacktestDialog)),
  history: lazyPart(() => import('./runs/HistoryDialog.tsx').then((module) => module.HistoryDialog)),
  servers: lazyPart(() => import('./servers/index.ts').then((module) => module.ServerDialog)),
  report: lazyPart(() => import('./Report.tsx').then((module) => module.Report)),
  trust: lazyPart(() => import('./runs/TrustDialog.tsx').then((module) => module.TrustDialog)),
  shortcuts: lazyPart(() => import('./Shortcuts.tsx').then((module) => module.Shortcuts)),
  'command-palette': lazyPart(() => import('./shell/CommandPalette.tsx').then((module) => module.CommandPalette)),
} satisfies Record<DialogName, ReturnType<typeof lazyPart>>;

/** The dialogs, each loaded when it is first opened. One that was open stays, so that it can close and give the focus back. */
export function Dialogs() {
  const open = useSession((state) => state.view.dialog);
  const [opened, setOpened] = useState<ReadonlySet<DialogName>>(new Set());
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  return [...opened].map((name) => {
    const Dialog = DIALOGS[name];
    return <Dialog key={name} />;
  });
}
