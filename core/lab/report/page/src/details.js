// What the page says of one operation, and the lists below the drawing.
import { h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { count, nameOf, outcomeTexts, whenText } from './words.js';

function Placed({ history, operation, order }) {
  const points = order.filter((row) => row.id === operation.id);
  if (points.length === 0) {
    if (order.length === 0 || operation.outcome === 'fail') {
      return null;
    }
    return <p>It is not part of the order that is drawn.</p>;
  }
  return points.map((point) => (
    <p key={point.point}>
      Place <b>{point.place}</b> in the order
      {point.points > 1 && ` (point ${point.point + 1} of ${point.points})`}
      {point.state && (
        <span>
          ; then <b>{point.state}</b>
        </span>
      )}
    </p>
  ));
}

export function Details({ history, operation, order }) {
  if (!operation) {
    return (
      <div class="details" role="status">
        <p class="note">Point at an operation, or go to one with the arrow keys.</p>
      </div>
    );
  }
  const reason = history.objections.get(operation.id)?.reason;
  return (
    <div class="details" role="status">
      <p class="name">
        {nameOf(operation)}
        {operation.id === history.culprit && <span class="chip culprit">first error</span>}
        {history.core.has(operation.id) && <span class="chip core">core</span>}
        {operation.outcome !== 'ok' && <span class="chip">{operation.outcome}</span>}
      </p>
      <p class="note">{whenText(operation, history.unit)}</p>
      {reason && <p class="reason">{`Cannot be placed: ${reason}`}</p>}
      {operation.outcome !== 'ok' && <p>{outcomeTexts[operation.outcome]}</p>}
      <Placed history={history} operation={operation} order={order} />
    </div>
  );
}

function OperationButton({ operation, onChoose }) {
  return (
    <button type="button" class="link" onClick={() => onChoose(operation.id)}>
      {nameOf(operation)}
    </button>
  );
}

function Until({ history, objection, onChoose }) {
  if (objection.until === undefined) {
    return null;
  }
  const operation = history.byId.get(objection.until);
  return (
    <span class="until">
      {'It could follow until '}
      {operation ? (
        <OperationButton operation={operation} onChoose={onChoose} />
      ) : (
        `#${objection.until} ${objection.untilText}`
      )}
      {objection.was_over && ', which was over before it began'}
    </span>
  );
}

export function Objections({ history, onChoose }) {
  const drawn = [...history.objections].filter(([id]) => history.byId.has(id));
  if (drawn.length === 0) {
    return null;
  }
  return (
    <section>
      <h2>{drawn.length === 1 ? 'What cannot follow' : 'What had to follow, and cannot'}</h2>
      <ul class="facts">
        {drawn.map(([id, objection]) => (
          <li key={id}>
            <OperationButton operation={history.byId.get(id)} onChoose={onChoose} />
            <span class="reason">{objection.reason}</span>
            <Until history={history} objection={objection} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const factsShownMax = 30;

export function Core({ history, onChoose }) {
  const drawn = [...history.core].filter((id) => history.byId.has(id)).slice(-factsShownMax);
  if (drawn.length === 0) {
    return null;
  }
  const more = history.coreFacts - drawn.length;
  const least = history.coreIsMinimal ? ', and without any one of them it would be legal' : '';
  return (
    <section>
      <h2>Facts that are enough</h2>
      <p class="note">
        {`If every other operation only may have happened, the history is still illegal${least}.`}
      </p>
      {more > 0 && <p class="note">{`These, and ${count(more, 'operation')} before:`}</p>}
      <ul class="facts">
        {drawn.map((id) => (
          <li key={id}>
            <OperationButton operation={history.byId.get(id)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const rowsShownMax = 400;

/// The rows around the active operation, or the last ones.
function shownRows(order, active) {
  const found = order.findIndex((row) => row.id === active);
  const middle = found < 0 ? order.length : found;
  const from = Math.max(0, Math.min(middle - rowsShownMax / 2, order.length - rowsShownMax));
  return order.slice(from, from + rowsShownMax);
}

function orderTitle(history, active) {
  if (history.verdict === 'held') {
    return 'An order that explains every answer';
  }
  if (history.through.has(active)) {
    return `The longest order through #${active}`;
  }
  return history.longest
    ? 'The longest order that explains a part'
    : 'The longest order found that explains a part';
}

export function OrderList({ history, order, active, onChoose }) {
  const rows = shownRows(order, active).filter((row) => history.byId.has(row.id));
  const list = useRef();
  useLayoutEffect(() => {
    const row = list.current?.querySelector('.active');
    if (row) {
      list.current.scrollTop = row.offsetTop - list.current.clientHeight / 2;
    } else if (list.current && history.verdict !== 'held') {
      list.current.scrollTop = list.current.scrollHeight;
    }
  }, [history, order, active]);
  if (rows.length === 0) {
    return null;
  }
  const title = orderTitle(history, active);
  return (
    <section>
      <h2>{title}</h2>
      <div class="order-list" ref={list} tabindex="0" role="region" aria-label={title}>
        <table>
          <tbody>
            {history.initial && (
              <tr>
                <td />
                <td class="note">at first</td>
                <td>{history.initial}</td>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={`${row.id}.${row.point}`} class={row.id === active ? 'active' : ''}>
                <td class="place">{row.place}</td>
                <td>
                  <OperationButton operation={history.byId.get(row.id)} onChoose={onChoose} />
                  {row.points > 1 && ` (${row.point + 1} of ${row.points})`}
                </td>
                <td>{row.state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
