import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';

/** Keeps what is in the middle of the canvas there while its pane changes size: when a drawer or a panel opens or is dragged. */
export function useKeepCentre(): void {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const { getViewport, setViewport } = useReactFlow();
  const before = useRef({ width: 0, height: 0 });
  useEffect(() => {
    const last = before.current;
    before.current = { width, height };
    if (last.width === 0 || width === 0 || (last.width === width && last.height === height)) return;
    const { x, y, zoom } = getViewport();
    void setViewport({ x: x + (width - last.width) / 2, y: y + (height - last.height) / 2, zoom });
  }, [width, height, getViewport, setViewport]);
}
