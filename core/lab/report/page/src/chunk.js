// Which part of a large drawing is drawn: what is in view and as much again around it. It changes
// in steps, so that scrolling a little draws little anew.
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

const step = 400;
const spare = 600;

function chunkOf(scroller) {
  const along = (start, size) => ({
    from: Math.max(0, Math.floor((start - spare) / step) * step),
    to: Math.ceil((start + size + spare) / step) * step,
  });
  return {
    x: along(scroller.scrollLeft, scroller.clientWidth),
    y: along(scroller.scrollTop, scroller.clientHeight),
    left: scroller.scrollLeft, // of what is in view
  };
}

/// The chunk, and what is to be called when the element of `ref` has been scrolled.
export function useChunk(ref) {
  const [chunk, setChunk] = useState({ x: { from: 0, to: 2000 }, y: { from: 0, to: 1600 }, left: 0 });
  const look = useCallback(() => {
    if (ref.current) {
      setChunk(chunkOf(ref.current));
    }
  }, [ref]);
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [look, ref]);
  return [chunk, look];
}
