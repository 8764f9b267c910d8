import { DomHandler, Parser } from 'htmlparser2';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { analyze, drawnGraph, EMPTY_LAYOUT, effectiveWorkflow } from '#engine';
import { loadPlacing } from '#engine/layout';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunView } from '#engine/run';
import { arrangeGraph } from '../app/canvas/model/arrangeGraph.ts';
import { tokenTheme } from '../app/canvas/picture/drawCard.ts';
import { drawPicture, kindsIn } from '../app/canvas/picture/drawPicture.ts';
import { toRunMarks } from '../app/canvas/picture/drawRun.ts';
import { outlineOf } from '../app/canvas/picture/outlineOf.ts';
import { toSvg } from '../app/canvas/picture/Picture.ts';
import { type Kind, KindIcon } from '../app/ui/index.ts';

/** A run as a page plays it: one picture whose parts are there at some of its instants. */
export interface Story {
  /** Each part that is not always there says in `data-at` at which instants it is: `0-3,5`. Those of the end are shown. */
  readonly svg: string;
  /** When each instant begins, in ms since the run began. */
  readonly instants: readonly number[];
  /** What the run did, step by step. */
  readonly steps: readonly StoryStep[];
}

interface StoryStep {
  readonly title: string;
  readonly status: string;
  readonly from: number;
  readonly to: number;
}

/** Draws a recorded run of a workflow at each of its instants, in the colours of the app. */
export async function drawStory(file: string, text: string, events: readonly RunEvent[]): Promise<Story> {
  await loadPlacing();
  const analysis = analyze(file, text);
  const arrangement = arrangeGraph(drawnGraph(analysis), EMPTY_LAYOUT, 'right');
  const subject = { arrangement, workflow: effectiveWorkflow(analysis) };
  const pens = { theme: tokenTheme, icons: drawIcons(kindsIn(subject)), measure: measureRoughly };
  const begin = events[0]?.at ?? 0;
  const instants: number[] = [];
  const frames: (readonly string[])[] = [];
  let view = EMPTY_VIEW;
  let head: readonly string[] = [];
  for (const [index, event] of events.entries()) {
    view = foldRun(view, [event]);
    if (events[index + 1]?.at === event.at) continue;
    const lines = toSvg(drawPicture({ ...subject, run: toRunMarks(view) }, pens), `A run of ${analysis.workflow.name}`)
      .trim()
      .split('\n');
    head = lines.slice(0, HEAD);
    instants.push(event.at - begin);
    frames.push(lines.slice(HEAD, -1));
  }
  return {
    svg: [...head, ...mergeFrames(frames), '</svg>'].join('\n'),
    instants,
    steps: listSteps(view, begin, analysis),
  };
}

/** Lines of an SVG before its shapes: its tag, its title and its ground. */
const HEAD = 3;

/** All shapes in the order in which they are drawn, each with the instants that have it. */
function mergeFrames(frames: readonly (readonly string[])[]): readonly string[] {
  const shapes: { readonly text: string; readonly at: number[] }[] = [];
  for (const [instant, frame] of frames.entries()) {
    let place = 0;
    for (const text of frame) {
      const known = shapes.findIndex((shape, index) => index >= place && shape.text === text);
      if (known < 0) shapes.splice(place, 0, { text, at: [instant] });
      else shapes[known]?.at.push(instant);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return shapes.map(({ text, at }) => {
    if (at.length === frames.length) return text;
    const isLast = at.at(-1) === frames.length - 1;
    return text.replace(/^<(\w+)/, `<$1 data-at="${at.join(',')}"${isLast ? '' : ' display="none"'}`);
  });
}

function listSteps(view: RunView, begin: number, { workflow }: ReturnType<typeof analyze>): readonly StoryStep[] {
  const titles = new Map(
    workflow.tasks.flatMap(function list(task): (readonly [string, string])[] {
      const inner = 'tasks' in task && Array.isArray(task.tasks) ? task.tasks.flatMap(list) : [];
      return [[task.id, task.name ?? task.id], ...inner];
    }),
  );
  return [...view.activations.values()].flatMap(({ taskId, status, startedAt, endedAt }) =>
    startedAt === null || endedAt === null
      ? []
      : [{ title: titles.get(taskId) ?? taskId, status, from: startedAt - begin, to: endedAt - begin }],
  );
}

function drawIcons(kinds: Iterable<Kind>): ReadonlyMap<Kind, readonly string[]> {
  return new Map(
    [...kinds].map((kind) => [kind, readOutlines(renderToStaticMarkup(createElement(KindIcon, { kind })))]),
  );
}

/** The outlines of what is in the first SVG of a piece of markup. */
function readOutlines(markup: string): readonly string[] {
  const handler = new DomHandler();
  new Parser(handler, { xmlMode: true }).end(markup);
  const svg = findSvg(handler.dom);
  return (svg?.children ?? []).flatMap((child) =>
    'attribs' in child ? [outlineOf({ name: child.name, attribute: (name) => child.attribs[name] ?? null })] : [],
  );
}

type Node = DomHandler['dom'][number];
type Element = Extract<Node, { readonly attribs: unknown }>;

function findSvg(nodes: readonly Node[]): Element | undefined {
  for (const node of nodes) {
    if (!('attribs' in node)) continue;
    if (node.name === 'svg') return node;
    const inside = findSvg(node.children);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** About how wide a text is in the typeface of the app, which a build has no canvas to measure with. */
function measureRoughly(text: string, { size, weight }: { readonly size: number; readonly weight: number }): number {
  return text.length * size * (weight > 500 ? 0.56 : 0.52);
}
