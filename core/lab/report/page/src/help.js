// The keys of the page, and what its marks mean.
import { h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const keys = [
  ['\u2190 \u2192', 'the operation before, the operation after, in the order of their calls'],
  ['\u2191 \u2193', 'an operation of the client above or below'],
  ['Home End', 'the first, the last operation'],
  ['e', 'the first error'],
  ['+ \u2212', 'wider, narrower'],
  ['Esc', 'no operation'],
  ['?', 'this help'],
];

export function Help({ open, onClose }) {
  const dialog = useRef();
  useLayoutEffect(() => {
    if (open && !dialog.current.open) {
      dialog.current.showModal();
    }
  }, [open]);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label="Keys">
      <h2>Keys</h2>
      <dl class="key-list">
        {keys.map(([key, text]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={text}>{text}</dd>,
        ])}
      </dl>
      <button type="button" onClick={() => dialog.current.close()}>
        Close
      </button>
    </dialog>
  );
}

const signs = {
  violated: [
    ['culprit', '\u2717 first error'],
    ['objected', '\u2717 cannot be placed'],
    ['core', '\u25c6 enough for the failure'],
  ],
};

export function Legend({ history }) {
  const rows = [
    ...(history.verdict === 'violated' ? signs.violated : []),
    ['unknown', '? unknown outcome'],
    ['fail', 'failed'],
  ];
  const used = rows.filter(
    ([name]) =>
      name === 'culprit' ||
      (name === 'core' && history.core.size > 0) ||
      (name === 'objected' && [...history.objections.keys()].some((id) => id !== history.culprit)) ||
      history.operations.some((operation) => operation.outcome === name),
  );
  return (
    <ul class="legend" aria-label="Marks">
      {used.map(([name, text]) => (
        <li key={name}>
          <svg width="22" height="12" aria-hidden="true">
            <g class={`op ${name}`}>
              <rect class="bar" x="1" y="1" width="20" height="10" rx="3" />
            </g>
          </svg>
          {text}
        </li>
      ))}
      {history.partials.length > 0 && (
        <li>
          <svg width="30" height="14" aria-hidden="true">
            <g class="badge">
              <rect x="1" y="0" width="28" height="14" rx="7" />
              <text x="15" y="10.5">
                12
              </text>
            </g>
          </svg>
          place in the order
        </li>
      )}
    </ul>
  );
}
