// The page of a counterexample.
import { h } from 'preact';

export function CaseView({ data }) {
  return <p class="note">{data.kind}</p>;
}
