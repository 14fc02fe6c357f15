// One operation of a history, as a bar with its text above it.
import { Component, h } from 'preact';
import { size } from './geometry.js';
import { labelOf, nameOf, outcomeTexts } from './words.js';

function classOf(history, operation, active) {
  const names = ['op', operation.outcome];
  if (operation.id === history.culprit) {
    names.push('culprit');
  } else if (history.objections.has(operation.id)) {
    names.push('objected');
  } else if (history.core.has(operation.id)) {
    names.push('core');
  }
  if (active) {
    names.push('active');
  }
  const isLater = history.prefix !== null && operation.call >= history.prefix;
  if (isLater && !history.core.has(operation.id)) {
    names.push('later');
  }
  const { partition } = history;
  if (partition && operation.key !== partition && operation.input !== partition) {
    names.push('aside');
  }
  return names.join(' ');
}

function spoken(history, operation) {
  const reason = history.objections.get(operation.id)?.reason;
  const parts = [nameOf(operation)];
  if (operation.id === history.culprit) {
    parts.push('first error');
  }
  if (history.core.has(operation.id)) {
    parts.push('one of the facts that are enough for the failure');
  }
  if (reason) {
    parts.push(`cannot be placed: ${reason}`);
  }
  if (operation.outcome !== 'ok') {
    parts.push(outcomeTexts[operation.outcome]);
  }
  return parts.join('; ');
}

function sign(history, operation) {
  if (operation.id === history.culprit || history.objections.has(operation.id)) {
    return '\u2717 ';
  }
  return history.core.has(operation.id) ? '\u25c6 ' : '';
}

function fitted(text, pixels) {
  const most = Math.max(1, Math.floor(pixels / size.character));
  return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
}

/// `labelLeft`: where the text stands; further right than the bar if the bar begins out of view.
export class Bar extends Component {
  shouldComponentUpdate(next) {
    return Object.keys(next).some((name) => next[name] !== this.props[name]);
  }

  render({ bar, history, active, x, y, labelLeft }) {
    const { operation } = bar;
    const left = x(bar.from);
    const open = operation.outcome === 'unknown';
    const width = x(bar.to) - left + (open ? size.edge : 0);
    const top = y(bar.row);
    const label = sign(history, operation) + labelOf(operation, history.manyKeys);
    return (
      <g
        class={classOf(history, operation, active)}
        id={`op-${operation.id}`}
        data-op={operation.id}
        role="option"
        aria-selected={active ? 'true' : 'false'}
        aria-setsize={history.operations.length}
        aria-posinset={bar.index + 1}
        aria-label={spoken(history, operation)}
      >
        <rect class="hit" x={left} y={top} width={Math.max(width, 6)} height={size.row - 2} />
        <rect class="bar" x={left} y={top + size.barTop} width={width} height={size.bar} rx="3" />
        {open && bar.returned !== null && (
          <line
            class="tick"
            x1={x(bar.returned)}
            x2={x(bar.returned)}
            y1={top + size.barTop}
            y2={top + size.barTop + size.bar}
          />
        )}
        <text x={labelLeft} y={top + size.label}>
          {fitted(label, x(bar.free) - labelLeft - 5)}
        </text>
      </g>
    );
  }
}
