import {
  configOf,
  describeHandler,
  type ExitRole,
  type HandlerName,
  ownHandlers,
  roleOf,
  routeVia,
  type Task,
  traitsOf,
} from '#engine/model';
import { middleOf, ROUTE_PITCH, type Size } from './cardSize.ts';
import { type Direction, entrySide, exitSide, type Side } from './direction.ts';
import { ENTRY_PORT, isRoutePort, MAIN_PORT, type PortId, routesOf } from './ports.ts';

/** Side of the box a port takes, px: lines end at its border. */
export const PORT_SIZE = 12;

/** Where lines arrive at a card or leave it. */
export interface Port {
  readonly id: PortId | typeof ENTRY_PORT;
  readonly type: 'source' | 'target';
  readonly side: Side;
  /** Centre, px from the card's corner. */
  readonly x: number;
  readonly y: number;
  readonly look: ExitRole;
  /** Shown at all times; the others on hover, on focus and while a wire is drawn. */
  readonly isShown: boolean;
  /** Whether a line leaves or may arrive here. */
  readonly isUsed: boolean;
  /** What leaves here, as a label. */
  readonly label: string;
}

export interface PortOptions extends Size {
  readonly direction: Direction;
  /** Ports of this task that a line leaves by. */
  readonly used: ReadonlySet<PortId>;
}

/** Distance of the outermost ports on the lower side from its corners, px. */
const CORNER = { left: 24, right: 32 };
const GAP = { handlers: 28, hooks: 20 };

/**
 * The ports of a task: arrival, main line and routes in the direction of the flow, everything else along the lower side.
 * Routes are in the order of the text, then what is taken otherwise, then the main port, which begins a new one. From the left what comes first (start, then hooks), from the right what comes last (error at the corner, then complete).
 */
export function listPorts(task: Task, options: PortOptions): readonly Port[] {
  const main = traitsOf(task.type).hasRoutes ? 'route' : 'success';
  const { direction, used } = options;
  const hasPorts = routesOf(task).length > 0;
  const entry = entrySide(direction);
  const exit = exitSide(direction);
  const ports: Port[] = [
    {
      id: ENTRY_PORT,
      type: 'target',
      side: entry,
      ...pointOn(entry, options),
      look: 'success',
      isShown: true,
      isUsed: true,
      label: 'Input',
    },
    ...listExits(task, options).map(({ id, x, y }): Port => {
      const isShown = id === MAIN_PORT ? !hasPorts || used.has(id) : used.has(id) || isWritten(task, id);
      return {
        id,
        type: 'source',
        side: exit,
        x,
        y,
        look: main,
        isShown,
        isUsed: used.has(id),
        label: hasPorts ? nameRoute(id) : main,
      };
    }),
  ];
  for (const [id, x] of placeAside(task, options)) {
    const isShown = used.has(id) || task.handlers.some((handler) => handler.name === id);
    const label = describeHandler(id);
    ports.push({
      id,
      type: 'source',
      side: 'bottom',
      x,
      y: options.height,
      look: roleOf(id),
      isShown,
      isUsed: used.has(id),
      label,
    });
  }
  return ports;
}

/** Where lines leave on the main side: by the main port alone, or by those of routes, and then the main one. */
function listExits(
  task: Task,
  options: PortOptions,
): readonly { readonly id: PortId; readonly x: number; readonly y: number }[] {
  const { width, height, direction } = options;
  const ids = [...routesOf(task), MAIN_PORT] as const;
  const pitch = ROUTE_PITCH[direction];
  return ids.map((id, index) => {
    if (ids.length === 1) return { id, ...pointOn(exitSide(direction), options) };
    const first =
      direction === 'right' ? middleOf(height) - ((ids.length - 1) / 2) * pitch : CORNER.left + CORNER.right;
    const along = first + index * pitch;
    return direction === 'right' ? { id, x: width, y: along } : { id, x: along, y: height };
  });
}

function isWritten(task: Task, id: PortId): boolean {
  const { routes, default: otherwise } = configOf(task);
  return id === 'default' ? otherwise != null : (routes ?? []).some(({ key }) => id === routeVia('config', key));
}

/** What a port of a decision is called. */
function nameRoute(id: PortId): string {
  if (id === MAIN_PORT) return 'new route';
  return isRoutePort(id) && id !== 'default' ? id.slice('routes.'.length) : id;
}

function pointOn(side: Side, { width, height }: Size): { x: number; y: number } {
  if (side === 'left' || side === 'right') return { x: side === 'left' ? 0 : width, y: middleOf(height) };
  return { x: middleOf(width), y: side === 'top' ? 0 : height };
}

/** The handlers on the lower side with their distance from its left end. */
function placeAside(task: Task, { width, direction }: PortOptions): readonly (readonly [HandlerName, number])[] {
  const hooks = ownHandlers(task.type).filter((name) => roleOf(name) !== 'route');
  const right = width - CORNER.right;
  const end = direction === 'down' ? middleOf(width) - GAP.hooks : right - 2 * GAP.handlers;
  const step = Math.min(GAP.hooks, (end - CORNER.left) / Math.max(1, hooks.length));
  return [
    ['on_start', CORNER.left],
    ...hooks.map((name, index) => [name, CORNER.left + step * (index + 1)] as const),
    ['on_complete', right - GAP.handlers],
    ['on_error', right],
  ];
}
