import type { ExitName } from '#engine/edit';
import { describeHandler, type ExitRole, roleOf, type Task, traitsOf } from '#engine/model';
import { middleOf, ROUTE_PITCH, type Size } from './cardSize.ts';
import { type Direction, entrySide, exitSide, type Side } from './direction.ts';
import {
  ENTRY_PORT,
  type Exit,
  type HandlerExit,
  handlerExit,
  hookExits,
  MAIN_PORT,
  mainExit,
  type RouteExit,
  routesOf,
} from './ports.ts';

/** Side of the box a port takes, px: lines end at its border. */
export const PORT_SIZE = 12;

/** Where lines arrive at a card or leave it. */
export interface Port {
  /** Among the ports of its card. */
  readonly id: string;
  readonly type: 'source' | 'target';
  readonly side: Side;
  /** Centre, px from the card's corner. */
  readonly x: number;
  readonly y: number;
  readonly look: ExitRole;
  /** What a wire drawn from here connects; null where lines arrive. */
  readonly via: ExitName | null;
  /** Whether the flow continues here: on the main line, or by a route. */
  readonly isMain: boolean;
  /** Whether a route leaves here, one that is there or a new one. */
  readonly isRoute: boolean;
  /** Shown at all times, as all routes are; the others on hover, on focus and while a wire is drawn. */
  readonly isShown: boolean;
  /** Whether a line leaves or may arrive here. */
  readonly isUsed: boolean;
  /** What leaves here, as a label. */
  readonly label: string;
}

export interface PortOptions extends Size {
  readonly direction: Direction;
  /** Ports of this task that a line leaves by. */
  readonly used: ReadonlySet<string>;
}

/** Distance of the outermost ports on the lower side from its corners, px. */
const CORNER = { left: 24, right: 32 };
const GAP = { handlers: 28, hooks: 20 };

/** Where the first route leaves on the lower side, px from its left end: right of the port for starts, on half a grid cell. */
const FIRST_ROUTE_BELOW = 50;

/**
 * The ports of a task: arrival, main line and routes in the direction of the flow, everything else along the lower side.
 * Routes are in the order of the text, then what is taken otherwise, then the main port, which begins a new one. From the left what comes first (start, then hooks), from the right what comes last (error at the corner, then complete).
 */
export function listPorts(task: Task, options: PortOptions): readonly Port[] {
  const main = traitsOf(task.type).hasRoutes ? 'route' : 'success';
  const { direction, used } = options;
  const routes = routesOf(task);
  const hasPorts = routes.length > 0;
  const entry = entrySide(direction);
  const ports: Port[] = [
    {
      id: ENTRY_PORT,
      type: 'target',
      side: entry,
      ...pointOn(entry, options),
      look: 'success',
      via: null,
      isMain: false,
      isRoute: false,
      isShown: true,
      isUsed: true,
      label: 'Input',
    },
    ...placeMain([...routes, mainExit(task)], options).map(({ exit, x, y }): Port => {
      const { id, via } = exit;
      const isShown = id !== MAIN_PORT || !hasPorts || used.has(id);
      return {
        id,
        type: 'source',
        side: exitSide(direction),
        x,
        y,
        look: main,
        via,
        isMain: true,
        isRoute: hasPorts,
        isShown,
        isUsed: used.has(id),
        label: hasPorts ? nameRoute(exit) : main,
      };
    }),
  ];
  for (const [{ id, via }, x] of placeAside(task, options)) {
    const isShown = used.has(id) || task.handlers.some(({ name }) => name === via);
    const label = describeHandler(via);
    ports.push({
      id,
      type: 'source',
      side: 'bottom',
      x,
      y: options.height,
      look: roleOf(via),
      via,
      isMain: false,
      isRoute: false,
      isShown,
      isUsed: used.has(id),
      label,
    });
  }
  return ports;
}

/**
 * Where lines leave on the main side: by the main port alone, or by those of routes, and then the main one. Routes are level with
 * the middle of the card, or a whole number of grid cells from it, as the middles of other cards are.
 */
function placeMain<T extends Exit>(
  exits: readonly T[],
  options: PortOptions,
): readonly { readonly exit: T; readonly x: number; readonly y: number }[] {
  const { width, height, direction } = options;
  if (exits.length === 1) return exits.map((exit) => ({ exit, ...pointOn(exitSide(direction), options) }));
  const pitch = ROUTE_PITCH[direction];
  const middleRoute = Math.floor((exits.length - 2) / 2);
  const first = direction === 'right' ? middleOf(height) - middleRoute * pitch : FIRST_ROUTE_BELOW;
  return exits.map((exit, index) => {
    const along = first + index * pitch;
    return direction === 'right' ? { exit, x: width, y: along } : { exit, x: along, y: height };
  });
}

/** What a port of a decision is called. */
function nameRoute(exit: Exit | RouteExit): string {
  return 'name' in exit ? exit.name : 'new route';
}

function pointOn(side: Side, { width, height }: Size): { x: number; y: number } {
  if (side === 'left' || side === 'right') return { x: side === 'left' ? 0 : width, y: middleOf(height) };
  return { x: middleOf(width), y: side === 'top' ? 0 : height };
}

/** The handlers on the lower side with their distance from its left end. */
function placeAside(task: Task, { width, direction }: PortOptions): readonly (readonly [HandlerExit, number])[] {
  const hooks = hookExits(task);
  const right = width - CORNER.right;
  const end = direction === 'down' ? middleOf(width) - GAP.hooks : right - 2 * GAP.handlers;
  const step = Math.min(GAP.hooks, (end - CORNER.left) / Math.max(1, hooks.length));
  return [
    [handlerExit('on_start'), CORNER.left],
    ...hooks.map((hook, index) => [hook, CORNER.left + step * (index + 1)] as const),
    [handlerExit('on_complete'), right - GAP.handlers],
    [handlerExit('on_error'), right],
  ];
}
