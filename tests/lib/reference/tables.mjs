// The tables that all threads share.

import { categorize, isPseudo, resourceOf } from './origin.mjs';

/**
 * @param {object[]} nodes
 * @returns {{ frames: object[], stackTable: object, stackOf: (node: number) => number | null }} `frames` has the call
 *   frame of each function
 */
export function buildStacks(nodes) {
  // It would only add a line of 100 % to each view.
  const isRootDropped = isPseudoRoot(nodes[0].frame) && nodes[0].selfSize === 0;
  const frames = [];
  const indexOfKey = new Map();
  const stackTable = { frame: [], prefixOffset: [], length: 0 };
  const stacks = nodes.map(({ frame, parent }, node) => {
    if (node === 0 && isRootDropped) {
      return null;
    }
    const key = JSON.stringify([frame.functionName, frame.scriptId, frame.url, frame.line, frame.column]);
    if (!indexOfKey.has(key)) {
      indexOfKey.set(key, frames.push(frame) - 1);
    }
    const stack = stackTable.length++;
    const isRoot = parent === -1 || (parent === 0 && isRootDropped);
    stackTable.frame.push(indexOfKey.get(key));
    stackTable.prefixOffset.push(isRoot ? 0 : node - parent);
    return stack;
  });
  return { frames, stackTable, stackOf: (node) => stacks[node] };
}

function isPseudoRoot({ functionName, scriptId, url }) {
  return functionName === '(root)' && scriptId === '0' && url === '';
}

/**
 * @param {object[]} frames
 * @param {string} internalsName name of the category of the runtime's own modules
 * @returns {object} categories, and the tables except stackTable
 */
export function buildFunctions(frames, internalsName) {
  const strings = new Numbering();
  const sources = new Numbering();
  const resources = new Numbering();
  const { list: categories, find } = buildCategories(internalsName);

  const funcTable = emptyColumns(
    'name isJS relevantForJS resource source lineNumber columnNumber originalLocation'
  );
  const frameTable = emptyColumns(
    'address lib inlineDepth category subcategory func nativeSymbol innerWindowID line column originalLocation'
  );
  const sourceTable = emptyColumns('id filename startLine startColumn sourceMapURL content');
  const resourceTable = emptyColumns('name host type');

  frames.forEach((frame, func) => {
    const { functionName, url, line, column } = frame;
    const name = strings.of(functionName === '' ? '(anonymous)' : functionName);
    let source = null;
    if (url !== '') {
      source = sources.of(url);
      if (source === sourceTable.length) {
        addRow(sourceTable, {
          id: null,
          filename: strings.of(url),
          startLine: 1,
          startColumn: 1,
          sourceMapURL: null,
          content: null,
        });
      }
    }
    const facts = resourceOf(url);
    let resource = -1;
    if (facts !== null) {
      resource = resources.of(JSON.stringify([facts.type, facts.name]));
      if (resource === resourceTable.length) {
        addRow(resourceTable, {
          name: strings.of(facts.name),
          host: facts.host === null ? null : strings.of(facts.host),
          type: facts.type,
        });
      }
    }
    addRow(funcTable, {
      name,
      isJS: !isPseudo(frame),
      relevantForJS: false,
      resource,
      source,
      lineNumber: line,
      columnNumber: column,
      originalLocation: null,
    });
    addRow(frameTable, {
      address: -1,
      lib: -1,
      inlineDepth: 0,
      ...find(categorize(frame)),
      func,
      nativeSymbol: null,
      innerWindowID: 0,
      line: null,
      column: null,
      originalLocation: null,
    });
  });

  return {
    categories,
    frameTable,
    funcTable,
    resourceTable,
    sources: sourceTable,
    stringArray: strings.list,
  };
}

function buildCategories(internalsName) {
  const list = [
    { name: 'Other', color: 'grey', subcategories: ['Other'] },
    { name: 'JavaScript', color: 'yellow', subcategories: ['Other', 'Eval'] },
    { name: 'Dependency', color: 'orange', subcategories: ['Other'] },
    { name: internalsName, color: 'green', subcategories: ['Other'] },
    { name: 'Browser extension', color: 'purple', subcategories: ['Other'] },
    { name: 'WebAssembly', color: 'magenta', subcategories: ['Other'] },
    {
      name: 'V8',
      color: 'blue',
      subcategories: ['Other', 'Builtin', 'API', 'Parser', 'Compiler', 'Bytecode compiler', 'External', 'Logging'],
    },
    { name: 'GC', color: 'red', subcategories: ['Other'] },
  ];
  const find = ({ category: name, subcategory: subname }) => {
    const category = name === 'Internals' ? 3 : list.findIndex((entry) => entry.name === name);
    const { subcategories } = list[category];
    if (!subcategories.includes(subname)) {
      subcategories.push(subname);
    }
    return { category, subcategory: subcategories.indexOf(subname) };
  };
  return { list, find };
}

/** Numbers things in the order in which they come first. */
class Numbering {
  list = [];
  #indexes = new Map();

  of(thing) {
    let index = this.#indexes.get(thing);
    if (index === undefined) {
      index = this.list.push(thing) - 1;
      this.#indexes.set(thing, index);
    }
    return index;
  }
}

/** @param {string} names @returns {object} a table of such columns, without rows */
export function emptyColumns(names) {
  return { ...Object.fromEntries(names.split(' ').map((name) => [name, []])), length: 0 };
}

function addRow(table, row) {
  for (const [name, value] of Object.entries(row)) {
    table[name].push(value);
  }
  table.length++;
}
