// The page of failing runs: all verdicts, and one run at a time to be gone through step by step.
import { Fragment, h } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Rows } from './case_rows.js';
import { Run } from './case_run.js';
import { Timeline } from './case_timeline.js';
import { unpack } from './unpack.js';

const standings = { expected: 'held', other: 'violated', undecided: 'inconclusive' };

function Verdicts({ judged, chosen, onChoose }) {
  return (
    <div class="verdicts">
      <table aria-label="All verdicts">
        <tbody>
          {judged.map((one) => (
            <tr aria-current={one.case !== undefined && one.case === chosen ? 'true' : null}>
              <th scope="row">{one.name}</th>
              <td class={`word ${standings[one.standing]}`}>
                {one.verdict}
                {one.standing === 'expected' ? ', as expected' : `, expected ${one.expected}`}
              </td>
              <td class="why" title={one.coverage}>
                {one.message || one.coverage.split('\n').at(-1)}
              </td>
              <td>
                {one.case === undefined ? null : (
                  <button
                    type="button"
                    aria-pressed={one.case === chosen}
                    aria-label={`Show the failing run of ${one.name}`}
                    onClick={() => onChoose(one.case)}
                  >
                    {one.case === chosen ? 'shown below' : 'show the run'}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/// In words, where the run is.
function wordsOf(run, position) {
  if (position === 0) {
    return 'before the first step';
  }
  const { kind, column, text } = run.at(run.currentRow(position));
  const who = kind === 'crash' || kind === 'clock' ? '' : `${run.columns[column]}: `;
  return `step ${position - 1}, ${who}${text}`;
}

function Now({ run, position }) {
  const row = run.currentRow(position);
  const places = row < 0 ? [] : run.at(row).at.split(', from ').filter((place) => place !== '');
  return (
    <div class="now" role="status">
      <p>
        <strong>{wordsOf(run, position)}</strong>
        {run.consequences(position).map(({ kind, text }) => (
          <span class={`then ${kind}`}>{text}</span>
        ))}
        {row >= 0 && run.isCritical(row) ? (
          <span class="in-window">in the critical window</span>
        ) : null}
      </p>
      <p class="places">
        {places.length === 0 ? '\u00a0' : null}
        {places.map((place, i) => (
          <Fragment>
            {i > 0 ? ' from ' : 'at '}
            <code>{place}</code>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/// Where a key leads; null: nowhere, or it is not ours.
function target(run, position, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) {
    return null;
  }
  const { tagName } = event.target;
  const inSlider = tagName === 'INPUT';
  const inTable = event.target.getAttribute?.('role') === 'table';
  switch (event.key) {
    case 'n':
      return run.nextMark(position);
    case 'p':
      return run.previousMark(position);
    case 'w':
      return run.nextWindow(position);
    case 'ArrowLeft':
      return inSlider ? null : position - 1;
    case 'ArrowRight':
      return inSlider ? null : position + 1;
    case 'ArrowUp':
      return inTable ? position - 1 : null;
    case 'ArrowDown':
      return inTable ? position + 1 : null;
    case 'Home':
      return inTable ? 0 : null;
    case 'End':
      return inTable ? run.steps : null;
    default:
      return null;
  }
}

function Player({ run }) {
  const [position, setPosition] = useState(() => run.nextWindow(0) ?? run.marks[0] ?? 0);
  const latest = useRef(position); // two keys may come before the page is drawn again
  const move = (to) => {
    if (to !== null) {
      latest.current = Math.min(run.steps, Math.max(0, to));
      setPosition(latest.current);
    }
  };
  useLayoutEffect(() => {
    const onKey = (event) => {
      const to = target(run, latest.current, event);
      if (to !== null) {
        event.preventDefault();
        move(to);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [run]);
  const button = (label, key, to, text) => (
    <button
      type="button"
      title={`${label} (${key})`}
      aria-label={label}
      aria-keyshortcuts={key}
      disabled={to === null || to < 0 || to > run.steps || to === position}
      onClick={() => move(to)}
    >
      {text}
    </button>
  );
  return (
    <>
      <div class="player">
        <Timeline run={run} position={position} onMove={move} />
        <label class="slider">
          <span>
            {position} of {run.steps} done
          </span>
          <input
            type="range"
            min="0"
            max={run.steps}
            value={position}
            aria-label="Steps done"
            aria-valuetext={wordsOf(run, position)}
            onInput={(event) => move(Number(event.currentTarget.value))}
          />
        </label>
        <div class="buttons">
          {button('One step back', 'ArrowLeft', position - 1, '\u2190 back')}
          {button('One step on', 'ArrowRight', position + 1, 'on \u2192')}
          {button('To the critical window', 'w', run.nextWindow(position), 'critical window')}
          {button('To the previous mark', 'p', run.previousMark(position), 'previous mark')}
          {button('To the next mark', 'n', run.nextMark(position), 'next mark')}
          <span class="keys">
            <kbd>{'\u2190'}</kbd> <kbd>{'\u2192'}</kbd> step, <kbd>w</kbd> critical window,{' '}
            <kbd>p</kbd> <kbd>n</kbd> preemption, crash, fault or clock step
          </span>
        </div>
      </div>
      <Now run={run} position={position} />
      <Rows run={run} position={position} onMove={move} />
    </>
  );
}

function Windows({ texts }) {
  const shownMax = 4;
  return (
    <div class="note">
      {texts.slice(0, shownMax).map((text) => (
        <p>{text}</p>
      ))}
      {texts.length > shownMax ? <p>and {texts.length - shownMax} more critical windows</p> : null}
    </div>
  );
}

const cannotUnpack = 'This browser cannot unpack the run; the text above has its critical rows.';

/// The run as soon as it is there; until then, and if it never is, why not.
function useRun({ run, packed, count }) {
  const [unpacked, setUnpacked] = useState({ note: 'Unpacking the run.' });
  useEffect(() => {
    if (packed !== undefined) {
      unpack(packed).then(
        (value) => setUnpacked({ value }),
        () => setUnpacked({ note: cannotUnpack }),
      );
    }
  }, [packed]);
  const { value, note } = packed === undefined ? { value: run } : unpacked;
  const ready = useMemo(() => (value ? new Run(value) : null), [value]);
  const leftOut = `The run has ${count} rows, too many for this page; replaying it prints them.`;
  return [ready, note ?? leftOut];
}

function FailingRun({ data, isOnly }) {
  const [run, whyNot] = useRun(data);
  return (
    <section class="run" aria-label={`The failing run: ${data.title}`}>
      <h2>{data.title}</h2>
      {isOnly ? null : <p class="failure">{data.failure}</p>}
      {run === null ? <p class="note">{whyNot}</p> : <Player run={run} />}
      <Windows texts={run?.windows ?? []} />
      {data.explanation === '' ? null : (
        <>
          <h2>Why it is wrong</h2>
          <pre>{data.explanation}</pre>
        </>
      )}
      {isOnly || data.replay === '' ? null : (
        <p>
          Replay: <code>{data.replay}</code>
        </p>
      )}
    </section>
  );
}

export function CaseView({ data }) {
  const first = data.judged.find((one) => one.case !== undefined && one.standing === 'other');
  const [chosen, setChosen] = useState(first?.case ?? 0);
  const isOnly = data.judged.length === 1;
  return (
    <div class="case">
      {isOnly ? null : <Verdicts judged={data.judged} chosen={chosen} onChoose={setChosen} />}
      {data.cases.length === 0 ? (
        <p class="note">No run failed, so there is none to go through.</p>
      ) : (
        <FailingRun key={chosen} data={data.cases[chosen]} isOnly={isOnly} />
      )}
    </div>
  );
}
