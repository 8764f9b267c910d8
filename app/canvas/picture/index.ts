/** The workflow as a picture to keep: SVG that opens again, PNG, and a flowchart of Mermaid. Loaded with the first of them. */
import { effectiveWorkflow } from '#engine';
import { formatLayout } from '#engine/layout';
import { downloadBlob, downloadText } from '../../platform/index.ts';
import { activeAnalysis, copyText, notify, session } from '../../session/index.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { currentTheme } from './drawCard.ts';
import { drawIcons } from './drawIcons.tsx';
import { drawPicture, kindsIn, type Subject } from './drawPicture.ts';
import { createMeasure, type Picture, toPng, toSvg } from './Picture.ts';
import { toMermaid } from './toMermaid.ts';

/** A workflow that is on the canvas, and where it comes from. */
interface Shown extends Subject {
  /** The file's name without its folder and its ending. */
  readonly stem: string;
  readonly path: string;
}

/** Downloads the open workflow as an SVG that opens again: the file and its arrangement are in it. */
export function downloadSvg(): void {
  withShown((shown) => {
    const { files, layouts } = session.getState().document.workspace;
    const layout = layouts.get(shown.path);
    const source = {
      name: shown.path.split('/').at(-1) ?? shown.path,
      text: files.get(shown.path) ?? '',
      layoutText: layout === undefined ? null : formatLayout(layout),
    };
    downloadText(`${shown.stem}.svg`, toSvg(draw(shown), titleOf(shown), source));
  });
}

/** Downloads the open workflow as an image. */
export function downloadPng(): void {
  withShown((shown) => {
    toPng(draw(shown)).then(
      (image) => downloadBlob(`${shown.stem}.png`, image),
      (error: unknown) => notify({ kind: 'error', message: `The image was not made. ${messageOf(error)}` }),
    );
  });
}

/** Copies the open workflow as a flowchart of Mermaid. */
export function copyMermaid(): void {
  withShown(
    ({ arrangement, workflow }) => void copyText(toMermaid(arrangement.graph, workflow, arrangement.direction)),
  );
}

function withShown(use: (shown: Shown) => void): void {
  const analysis = activeAnalysis('drawn');
  const arrangement = currentArrangement();
  if (analysis === null || arrangement === null) {
    notify({
      kind: 'error',
      message: 'Nothing is drawn yet. Open Design, wait until the workflow is there, and try again.',
    });
    return;
  }
  const stem = (analysis.path.split('/').at(-1) ?? analysis.path).replace(/\.(ya?ml|json)$/, '');
  use({ arrangement, workflow: effectiveWorkflow(analysis), path: analysis.path, stem });
}

function draw(subject: Subject): Picture {
  const icons = drawIcons(kindsIn(subject));
  return drawPicture(subject, { theme: currentTheme(), icons, measure: createMeasure() });
}

function titleOf({ workflow, stem }: Shown): string {
  return workflow.name ?? stem;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
