// The peer to beat: a well-written plain JavaScript importer, the kind that would be merged into a profiler front-end.
// JSON.parse, an iterative walk, Map-based de-duplication, samples sorted by ordinal, one byte-weighted samples table.
// It does less than our importer (weights aren't fitted to selfSize, no packages, no orphan count, no options).

/** @param {Uint8Array} bytes  a .heapprofile file, not compressed */
export function importInJavaScript(bytes) {
  const { head, samples = [] } = JSON.parse(new TextDecoder().decode(bytes));

  const stringArray = [];
  const stringIndexes = new Map();
  function stringIndex(string) {
    let index = stringIndexes.get(string);
    if (index === undefined) {
      index = stringArray.push(string) - 1;
      stringIndexes.set(string, index);
    }
    return index;
  }

  const funcTable = {
    name: [], isJS: [], relevantForJS: [], resource: [], source: [], lineNumber: [], columnNumber: [],
    originalLocation: [], length: 0,
  };
  const frameTable = {
    address: [], lib: [], inlineDepth: [], category: [], subcategory: [], func: [], nativeSymbol: [],
    innerWindowID: [], line: [], column: [], originalLocation: [], length: 0,
  };
  const frames = new Map();
  function frameIndex({ functionName, scriptId, url, lineNumber, columnNumber }) {
    const key = `${functionName}\0${scriptId}\0${url}\0${lineNumber}\0${columnNumber}`;
    const known = frames.get(key);
    if (known !== undefined) {
      return known;
    }
    const isJS = scriptId !== '0';
    funcTable.name.push(stringIndex(functionName || '(anonymous)'));
    funcTable.isJS.push(isJS);
    funcTable.relevantForJS.push(false);
    funcTable.resource.push(-1);
    funcTable.source.push(url ? stringIndex(url) : null);
    funcTable.lineNumber.push(lineNumber >= 0 ? lineNumber + 1 : null);
    funcTable.columnNumber.push(columnNumber >= 0 ? columnNumber + 1 : null);
    funcTable.originalLocation.push(null);
    frameTable.address.push(-1);
    frameTable.lib.push(-1);
    frameTable.inlineDepth.push(0);
    frameTable.category.push(!isJS ? 3 : url.startsWith('node:') ? 2 : url.includes('/node_modules/') ? 1 : 0);
    frameTable.subcategory.push(0);
    frameTable.func.push(funcTable.length++);
    frameTable.nativeSymbol.push(null);
    frameTable.innerWindowID.push(0);
    frameTable.line.push(null);
    frameTable.column.push(null);
    frameTable.originalLocation.push(null);
    const index = frameTable.length++;
    frames.set(key, index);
    return index;
  }

  const stackTable = { frame: [], prefixOffset: [], length: 0 };
  const stackOfNode = new Map();
  const nodes = [head];
  const parents = [-1];
  while (nodes.length > 0) {
    const node = nodes.pop();
    const parent = parents.pop();
    const stack = stackTable.length++;
    stackTable.frame.push(frameIndex(node.callFrame));
    stackTable.prefixOffset.push(parent === -1 ? 0 : stack - parent);
    stackOfNode.set(node.id, stack);
    for (let i = node.children.length - 1; i >= 0; i--) {
      nodes.push(node.children[i]);
      parents.push(stack);
    }
  }

  const table = { time: [], weight: [], stack: [], weightType: 'bytes', length: 0 };
  let time = 0;
  for (const { size, nodeId } of samples.sort((a, b) => a.ordinal - b.ordinal)) {
    const stack = stackOfNode.get(nodeId);
    if (stack !== undefined) {
      table.time.push(time);
      table.weight.push(size);
      table.stack.push(stack);
      table.length++;
      time += size;
    }
  }
  return { shared: { stackTable, frameTable, funcTable, stringArray }, threads: [{ samples: table }] };
}
