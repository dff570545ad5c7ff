// From the input to plain lists: the nodes of the call tree in the file's order, and the samples.

const TWO_31 = 2 ** 31;
const TWO_32 = 2 ** 32;
const TWO_53 = 2 ** 53;

/** What the importer has to reject, with the code that it should give. */
export class RejectedInput extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'RejectedInput';
    this.code = code;
  }
}

/**
 * @param {Uint8Array | object} input bytes after gunzip, or what JSON.parse made of them
 * @returns {{ nodes: object[], samples: object[] | null, lineBase: 0 | 1, overflows: number }}
 */
export function readHeapProfile(input) {
  const { head, samples } = unwrap(input instanceof Uint8Array ? JSON.parse(decode(input)) : input);
  if (typeof head !== 'object' || head === null) {
    throw new RejectedInput('not-a-heap-profile', 'no head');
  }
  const lineBase = lineBaseOf(head);
  const { nodes, overflows } = readNodes(head, lineBase);
  return { nodes, samples: samples === undefined ? null : readSamples(samples), lineBase, overflows };
}

function decode(bytes) {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

// The inspector's answer, or a part of it, saved as it is.
function unwrap(json) {
  return json.result?.profile ?? json.profile ?? json;
}

// The oldest writers have the call frame's keys on the node itself.
function rawFrame(node) {
  return node.callFrame ?? node;
}

function lineBaseOf(head) {
  const { functionName, lineNumber } = rawFrame(head);
  return functionName === '(root)' && lineNumber === 0 ? 1 : 0;
}

function readNodes(head, lineBase) {
  const nodes = [];
  let overflows = 0;
  const open = [{ node: head, parent: -1, depth: 0, path: 'head' }];
  while (open.length > 0) {
    const { node, parent, depth, path } = open.pop();
    let { selfSize = 0 } = node;
    if (lineBase === 1 && selfSize < 0 && selfSize >= -TWO_31) {
      // These writers cut sizes to 32 bits with a sign.
      selfSize += TWO_32;
      overflows++;
    }
    const index = nodes.push({
      frame: readFrame(rawFrame(node), lineBase),
      selfSize: size(selfSize, () => `${fullPath(nodes, parent, path)}.selfSize`),
      id: node.id,
      parent,
      depth,
      path,
    }) - 1;
    const children = node.children ?? [];
    for (let child = children.length - 1; child >= 0; child--) {
      open.push({ node: children[child], parent: index, depth: depth + 1, path: `children[${child}]` });
    }
  }
  return { nodes, overflows };
}

function fullPath(nodes, parent, last) {
  const parts = [last];
  for (let index = parent; index !== -1; index = nodes[index].parent) {
    parts.push(nodes[index].path);
  }
  return parts.reverse().join('.');
}

function readFrame(raw, lineBase) {
  return {
    functionName: wellFormed(raw.functionName ?? ''),
    scriptId: String(raw.scriptId ?? '0'),
    url: wellFormed(raw.url ?? ''),
    line: position(raw.lineNumber, lineBase),
    column: position(raw.columnNumber, lineBase),
  };
}

// JSON can hold halves of surrogate pairs, UTF-8 can't.
function wellFormed(string) {
  return string.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

function position(raw, lineBase) {
  if (!Number.isInteger(raw)) {
    return null;
  }
  const oneBased = raw + 1 - lineBase;
  return oneBased >= 1 && oneBased < TWO_31 ? oneBased : null;
}

function readSamples(samples) {
  return samples.map((sample, index) => ({
    size: size(sample.size, () => `samples[${index}].size`),
    nodeId: sample.nodeId,
    ordinal: sample.ordinal ?? Infinity,
    isLive: sample.isLive !== false,
    objectCount: typeof sample.objectCount === 'number' ? sample.objectCount : undefined,
  }));
}

function size(value = 0, path) {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > TWO_53) {
    throw new RejectedInput('malformed-json', `${path()}: ${value}`);
  }
  return value;
}
