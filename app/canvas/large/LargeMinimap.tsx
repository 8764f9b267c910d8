import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useSession } from '../../session/index.ts';
import { type Arrangement, boundsOf } from '../model/arrangeGraph.ts';
import styles from './LargeMinimap.module.css';

const SIZE = { width: 150, height: 84 };
const PADDING = 4;

/** A large graph as a whole in small, painted once instead of drawn card by card: press or drag to look elsewhere. */
export function LargeMinimap(props: { readonly arrangement: Arrangement }) {
  // Another theme has another colour, which is read while painting.
  return <Painting key={useSession((state) => state.view.theme)} {...props} />;
}

function Painting({ arrangement: { boxes } }: { readonly arrangement: Arrangement }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { setCenter, getZoom } = useReactFlow();
  const [x, y, zoom] = useStore((state) => state.transform);
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];
  const bounds = useMemo(() => boundsOf(boxes.values()), [boxes]);
  const scale = Math.min((SIZE.width - 2 * PADDING) / bounds.width, (SIZE.height - 2 * PADDING) / bounds.height);
  const left = (SIZE.width - bounds.width * scale) / 2 - bounds.x * scale;
  const top = (SIZE.height - bounds.height * scale) / 2 - bounds.y * scale;

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, SIZE.width, SIZE.height);
    context.fillStyle = getComputedStyle(canvas.current).color;
    for (const box of boxes.values()) {
      const size = [Math.max(box.width * scale, 0.5), Math.max(box.height * scale, 0.5)] as const;
      context.fillRect(left + box.x * scale, top + box.y * scale, ...size);
    }
  }, [boxes, scale, left, top]);

  function lookAt(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return;
    const pane = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - pane.x - left) / scale, y: (event.clientY - pane.y - top) / scale };
    void setCenter(at.x, at.y, { zoom: getZoom() });
  }

  return (
    <div className={`${styles.map} nopan nowheel`} style={SIZE} onPointerDown={lookAt} onPointerMove={lookAt}>
      <canvas
        ref={canvas}
        role="img"
        aria-label="Minimap"
        style={SIZE}
        width={SIZE.width * devicePixelRatio}
        height={SIZE.height * devicePixelRatio}
      />
      <div
        className={styles.view}
        style={{
          left: left - (x / zoom) * scale,
          top: top - (y / zoom) * scale,
          width: Math.max((width / zoom) * scale, 3),
          height: Math.max((height / zoom) * scale, 3),
        }}
      />
    </div>
  );
}
