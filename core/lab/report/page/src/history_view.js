// The page of a recorded history.
import { h } from 'preact';

export function HistoryView({ data }) {
  return <p class="note">{data.kind}</p>;
}
