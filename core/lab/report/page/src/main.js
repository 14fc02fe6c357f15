// Mounts the view of what the page holds: the JSON of #data, drawn into #app.
import { h, render } from 'preact';
import { CaseView } from './case_view.js';
import { HistoryView } from './history_view.js';

const views = { history: HistoryView, case: CaseView };

function mount() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const View = views[data.kind];
  if (!View) {
    return;
  }
  render(<View data={data} />, document.getElementById('app'));
  // What the text explains, the drawing shows: it comes first once it is there.
  for (const block of document.querySelectorAll('details.block')) {
    block.open = false;
  }
}

mount();
