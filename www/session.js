// A profile that is shown: the state which the views share, and how they lead to each other.

import { showDetails } from './details.js';
import { byId } from './dom.js';
import { formatBytes, formatCount, formatPercent } from './format.js';
import { Functions } from './functions.js';
import { showSummary } from './summary.js';
import { FlameGraph } from './views/flame-graph.js';
import { FunctionTable } from './views/function-table.js';
import { PackageList } from './views/package-list.js';
import { Tabs } from './views/tabs.js';

export class Session {
  constructor() {
    const onSelect = (func) => this.select(func);
    this.flame = new FlameGraph(byId('panel-flame'), { onSelect, loadInverted: () => this.job.inverted() });
    this.table = new FunctionTable(byId('panel-table'), { onSelect, onClearGroup: () => this.#filterGroup(-1) });
    this.packages = new PackageList(byId('panel-packages'), { onOpen: (group) => this.#openGroup(group) });
    this.views = { flame: this.flame, table: this.table, packages: this.packages };
    this.tabs = new Tabs(['flame', 'table', 'packages'], (name) => this.views[name].show?.());
    byId('search').addEventListener('input', ({ target }) => this.#search(target.value));
  }

  /**
   * @param {import('./import-job.js').ImportJob} job
   * @param {object} info
   * @param {string} title
   */
  async open(job, info, title) {
    const threads = [...info.threads.keys()];
    const live = threads.filter((thread) => info.threads[thread].kind !== 'collected');
    const view = await job.view(live);
    this.job?.end();
    Object.assign(this, { job, info, title, functions: new Functions(info), selected: -1, matches: null });
    byId('search').value = '';
    this.#search('');
    this.table.setGroup(-1);
    this.#show(view, live);
    this.tabs.select('flame');
  }

  /** @param {number} func or -1 */
  select(func) {
    this.selected = func;
    this.flame.setSelected(func);
    this.table.setSelected(func);
    this.#showDetails();
  }

  async #chooseThreads(threads) {
    // Only the last choice counts, if there are several before the first is done.
    this.wanted = threads;
    const focused = [...document.querySelectorAll('.threads input')].indexOf(document.activeElement);
    const view = await this.job.view(threads);
    if (this.wanted === threads) {
      this.#show(view, threads);
      document.querySelectorAll('.threads input')[focused]?.focus();
    }
  }

  #show(view, threads) {
    this.view = { ...view, hasSamples: threads.every((thread) => this.info.threads[thread].samples !== null) };
    showSummary(this.info, this.view, { threads, title: this.title }, (chosen) => this.#chooseThreads(chosen));
    for (const shown of Object.values(this.views)) {
      shown.setData(this.functions, this.view);
    }
    this.select(this.selected);
    this.#showMatches();
  }

  #showDetails() {
    showDetails(this.functions, this.view, this.selected, {
      onFlame: () => {
        this.tabs.select('flame');
        this.flame.reveal(this.selected);
      },
      onTable: () => {
        this.#filterGroup(-1);
        this.tabs.select('table');
        this.table.reveal(this.selected);
      },
      onPackage: () => this.#openGroup(this.functions.group[this.selected]),
      onClose: () => this.select(-1),
    });
  }

  #openGroup(group) {
    this.#filterGroup(group);
    this.tabs.select('table', { focus: true });
  }

  #filterGroup(group) {
    this.table.setGroup(group);
  }

  #search(query) {
    this.matches = this.functions.search(query);
    for (const view of Object.values(this.views)) {
      view.setMatches(this.matches);
    }
    this.#showMatches();
  }

  #showMatches() {
    const { matches } = this;
    if (matches === null) {
      byId('search-result').textContent = '';
      return;
    }
    let count = 0;
    for (let func = 0; func < matches.length; func++) {
      count += matches[func] === 1 && this.view.functions.total[func] > 0 ? 1 : 0;
    }
    const bytes = bytesBelow(this.view.flame, matches);
    const size = `${formatBytes(bytes)} (${formatPercent(bytes, this.view.bytes)})`;
    byId('search-result').textContent = `${formatCount(count, 'match', 'matches')}, ${size}`;
  }
}

// Bytes of the matches with all that they called, each byte once.
function bytesBelow({ func, parent, total }, matches) {
  const isCounted = new Uint8Array(func.length);
  let bytes = 0;
  for (let node = 1; node < func.length; node++) {
    if (isCounted[parent[node]] === 1) {
      isCounted[node] = 1;
    } else if (matches[func[node]] === 1) {
      isCounted[node] = 1;
      bytes += total[node];
    }
  }
  return bytes;
}
