// The page of a recorded history: toolbar, drawing, what is known of one operation, lists.
import { h } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Core, Details, Objections, OrderList } from './details.js';
import { geometry, size, suitableUnit, unitThatFills } from './geometry.js';
import { Help, Legend } from './help.js';
import { orderThrough, readHistory, withFar } from './history_data.js';
import { makeLayout, neighbour, placePoints } from './layout.js';
import { Timeline } from './timeline.js';
import { count, labelOf } from './words.js';

/// Scrolls so that the operation is in view; in the middle if `centred`.
function reveal(scroller, layout, unit, id, centred) {
  const bar = layout.barOf.get(id);
  if (!bar || !scroller) {
    return;
  }
  const { x, y } = geometry(layout, unit);
  const plot = scroller.querySelector('.plot');
  const left = plot.offsetLeft;
  const top = plot.offsetTop;
  const width = scroller.clientWidth - left;
  const height = scroller.clientHeight - top;
  const from = x(bar.from);
  const to = Math.min(x(bar.to), from + width / 2);
  if (centred || from < scroller.scrollLeft + 20 || to > scroller.scrollLeft + width - 20) {
    scroller.scrollLeft = centred ? to - width * 0.66 : from - width * 0.4;
  }
  const row = y(bar.row);
  if (row < scroller.scrollTop || row + size.row > scroller.scrollTop + height) {
    scroller.scrollTop = row - height * 0.5;
  }
}

/// What is in the middle stays there when the width of a step changes.
function useKeptMiddle(scroller, layout, unit) {
  const before = useRef(unit);
  useLayoutEffect(() => {
    if (before.current !== unit) {
      const half = scroller.current.clientWidth / 2;
      const old = geometry(layout, before.current);
      const rank = old.x.invert(scroller.current.scrollLeft + half);
      scroller.current.scrollLeft = geometry(layout, unit).x(rank) - half;
      before.current = unit;
    }
  }, [scroller, layout, unit]);
}

function Farther({ history, state, onDraw }) {
  if (!history.far) {
    return null;
  }
  const { operations, left_out: leftOut, packed } = history.far;
  return (
    <span class="farther">
      {packed && (
        <button type="button" onClick={onDraw} disabled={state === 'busy'}>
          {`Draw the ${count(operations, 'other operation')}`}
        </button>
      )}
      {leftOut > 0 && (
        <span class="note">{`${count(leftOut, 'operation')} farther from the failure left out of the page`}</span>
      )}
      {state === 'failed' && (
        <span class="reason" role="alert">
          This browser cannot unpack them: it has no DecompressionStream.
        </span>
      )}
    </span>
  );
}

function step(history, active, by) {
  const { operations } = history;
  const at = operations.findIndex((operation) => operation.id === active);
  const next = at < 0 ? (by > 0 ? 0 : operations.length - 1) : at + by;
  return operations[Math.min(operations.length - 1, Math.max(0, next))]?.id ?? null;
}

export function HistoryView({ data }) {
  const [history, setHistory] = useState(() => readHistory(data));
  const [farState, setFarState] = useState('');
  const [chosen, setChosen] = useState(history.culprit);
  const [hovered, setHovered] = useState(null);
  const [help, setHelp] = useState(false);
  const scroller = useRef();
  const layout = useMemo(() => makeLayout(history), [history]);
  const [unit, setUnit] = useState(() =>
    suitableUnit(
      layout,
      history,
      layout.bars.map((bar) => labelOf(bar.operation, history.manyKeys).length + 2),
    ),
  );
  const active = hovered ?? chosen;
  const order = orderThrough(history, active);
  const points = useMemo(() => placePoints(order, layout), [order, layout]);

  const go = useCallback(
    (id, centred = false) => {
      if (id !== null && id !== undefined) {
        setHovered(null);
        setChosen(id);
        scroller.current.scrollIntoView({ block: 'nearest' });
        reveal(scroller.current, layout, unit, id, centred);
      }
    },
    [layout, unit],
  );
  const toError = useCallback(() => {
    go(history.culprit, true);
    scroller.current.querySelector('.plot').focus({ preventScroll: true });
  }, [go, history]);
  const zoom = useCallback(
    (factor) =>
      setUnit((now) => Math.round(Math.min(size.unitMax, Math.max(size.unitMin, now * factor)))),
    [],
  );

  useLayoutEffect(() => {
    const labels = scroller.current.querySelector('.clients').offsetWidth + 2;
    const filling = unitThatFills(layout, scroller.current.parentElement.clientWidth - labels);
    setUnit((now) => Math.max(now, Math.min(filling, size.unitMax)));
  }, []);
  useLayoutEffect(() => reveal(scroller.current, layout, unit, chosen, true), [layout]);
  useKeptMiddle(scroller, layout, unit);

  const onKey = useCallback(
    (event) => {
      const bar = layout.barOf.get(chosen);
      const actions = {
        ArrowRight: () => go(step(history, chosen, 1)),
        ArrowLeft: () => go(step(history, chosen, -1)),
        ArrowDown: () => go(bar && neighbour(layout, bar, 1)?.operation.id),
        ArrowUp: () => go(bar && neighbour(layout, bar, -1)?.operation.id),
        Home: () => go(history.operations[0]?.id),
        End: () => go(history.operations.at(-1)?.id),
        Escape: () => setChosen(null),
      };
      if (actions[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        actions[event.key]();
      }
    },
    [chosen, go, history, layout],
  );
  useLayoutEffect(() => {
    const onPageKey = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      const actions = {
        e: history.culprit === null ? undefined : toError,
        '?': () => setHelp(true),
        '+': () => zoom(1.25),
        '-': () => zoom(0.8),
      };
      if (actions[event.key]) {
        event.preventDefault();
        actions[event.key]();
      }
    };
    document.addEventListener('keydown', onPageKey);
    return () => document.removeEventListener('keydown', onPageKey);
  }, [history, toError, zoom]);

  const drawFar = async () => {
    setFarState('busy');
    try {
      setHistory(await withFar(history));
      setFarState('');
    } catch {
      setFarState('failed');
    }
  };

  return (
    <div class="history">
      <div class="toolbar">
        {history.culprit !== null && (
          <button type="button" class="primary" onClick={toError}>
            First error <kbd>e</kbd>
          </button>
        )}
        <button type="button" aria-label="Narrower" onClick={() => zoom(0.8)}>
          {'\u2212'}
        </button>
        <button type="button" aria-label="Wider" onClick={() => zoom(1.25)}>
          +
        </button>
        <button type="button" onClick={() => setHelp(true)}>
          Keys <kbd>?</kbd>
        </button>
        <span class="note">
          {`${history.operations.length.toLocaleString('en')} of ${count(history.total, 'operation')} drawn`}
        </span>
        <Farther history={history} state={farState} onDraw={drawFar} />
      </div>
      <Legend history={history} />
      <Timeline
        history={history}
        layout={layout}
        view={{ unit, active, points }}
        on={{ hover: setHovered, choose: setChosen, key: onKey }}
        scroller={scroller}
      />
      <Details history={history} operation={history.byId.get(active)} order={order} />
      <div class="lists">
        <div>
          <Objections history={history} onChoose={go} />
          <Core history={history} onChoose={go} />
        </div>
        <OrderList
          history={history}
          order={orderThrough(history, chosen)}
          active={chosen}
          onChoose={go}
        />
      </div>
      <Help open={help} onClose={() => setHelp(false)} />
    </div>
  );
}
