// Pixels: sizes, and where ranks and rows are.
import { scaleLinear } from 'd3-scale';

export const size = {
  row: 36,
  label: 12, // baseline of a bar's text
  barTop: 17,
  bar: 12,
  character: 6.65, // width of one, in the font of the labels
  margin: 14,
  edge: 40, // how far an unknown outcome runs past the last event
  unitMin: 8,
  unitMax: 96,
};

/// `unit`: the width of a step from one event to the next.
export function geometry(layout, unit) {
  const end = Math.max(1, layout.axis.end);
  return {
    x: scaleLinear([0, end], [size.margin, size.margin + end * unit]),
    y: scaleLinear([0, 1], [0, size.row]),
    width: size.margin * 2 + end * unit + size.edge,
    height: layout.rowCount * size.row + 4,
  };
}

/// The width that a drawing of so many pixels leaves for a step, if all steps are to be seen.
export function unitThatFills(layout, pixels) {
  const room = pixels - size.margin * 2 - size.edge;
  return Math.floor(room / Math.max(1, layout.axis.end));
}

/// Wide enough for most texts, and for those of what the failure is about. `lengths` are those of
/// the bars' texts, in characters.
export function suitableUnit(layout, history, lengths) {
  const wanted = layout.bars.map((bar, i) => {
    const steps = Math.max(1, Math.min(bar.free, layout.axis.end) - bar.from);
    return ((lengths[i] + 1) * size.character) / steps;
  });
  const special = wanted.filter((_, i) => history.core.has(layout.bars[i].operation.id));
  const most = wanted.sort((a, b) => a - b)[Math.floor(wanted.length * 0.8)] ?? 24;
  return Math.round(Math.min(64, Math.max(18, most, ...special)));
}
