// A profile that somebody parsed already, as text again: in V8's own layout, which the reader in wasm is fastest at.
//
// JSON.stringify won't do: it recurses, and heap profiles can be 100,000 levels deep.

import { HeapProfileError } from './error.js';

// Text is handed over in pieces of about this many UTF-16 code units.
const PIECE = 64 * 1024;
// From this depth on, each doubling of the depth is a reason to look whether the object contains itself.
const FIRST_CYCLE_CHECK = 1024;
const SAMPLES_AT_ONCE = 512;

/**
 * @param {object} root what JSON.parse gave
 * @param {(text: string) => void} put
 */
export function writeObject(root, put) {
  const profile = findProfile(root);
  if (profile === null) {
    put(outline(root, 4));
    return;
  }
  new Writer(put).writeProfile(profile);
}

/**
 * The object with `head`: the profile itself, or inside the answer of an inspector.
 *
 * @param {object} root
 * @returns {{ head: object, samples?: unknown } | null}
 */
export function findProfile(root) {
  for (const candidate of [root, root.profile, root.result?.profile]) {
    if (isObject(candidate) && isObject(candidate.head)) {
      return candidate;
    }
  }
  return null;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Writer {
  constructor(put) {
    this.put = put;
    this.text = '';
  }

  flush() {
    if (this.text !== '') {
      this.put(this.text);
      this.text = '';
    }
  }

  writeProfile(profile) {
    this.text += '{"head":';
    this.writeTree(profile.head);
    this.writeSamples(profile.samples);
    for (const key of Object.keys(profile)) {
      if (key !== 'head' && key !== 'samples') {
        this.writeExtra(key, profile[key]);
      }
    }
    this.text += '}';
    this.flush();
  }

  writeTree(head) {
    // The path from the root to the node at hand: each node, its children, and how many of them are written.
    const nodes = [];
    const lists = [];
    const written = [];
    let cycleCheck = FIRST_CYCLE_CHECK;
    let node = head;
    for (;;) {
      const children = this.openNode(node);
      if (children !== null) {
        nodes.push(node);
        lists.push(children);
        written.push(0);
        if (nodes.length === cycleCheck) {
          assertNoCycle(nodes);
          cycleCheck *= 2;
        }
      }
      // Close what is complete, then go on with the next sibling.
      for (;;) {
        const top = lists.length - 1;
        if (top < 0) {
          return;
        }
        const index = written[top];
        if (index < lists[top].length) {
          if (index > 0) {
            this.text += ',';
          }
          written[top] = index + 1;
          node = lists[top][index];
          break;
        }
        this.text += ']}';
        nodes.pop();
        lists.pop();
        written.pop();
      }
      if (this.text.length >= PIECE) {
        this.flush();
      }
    }
  }

  // Writes a node up to its children. Returns them if there is something left to write, else null.
  openNode(node) {
    if (!isObject(node)) {
      this.text += scalar(node);
      return null;
    }
    const { callFrame, selfSize, id, children } = node;
    let text = '{';
    if (callFrame !== undefined) {
      text += `"callFrame":${callFrameText(callFrame)},`;
    }
    if (selfSize !== undefined) {
      text += `"selfSize":${scalar(selfSize)},`;
    }
    if (id !== undefined) {
      text += `"id":${scalar(id)},`;
    }
    for (const key in node) {
      if (key !== 'callFrame' && key !== 'selfSize' && key !== 'id' && key !== 'children') {
        text += extra(key, node[key], '', ',');
      }
    }
    if (Array.isArray(children)) {
      this.text += `${text}"children":[`;
      return children;
    }
    this.text += children === undefined ? close(text) : `${text}"children":${scalar(children)}}`;
    return null;
  }

  writeSamples(samples) {
    if (samples === undefined) {
      return;
    }
    if (!Array.isArray(samples)) {
      this.text += `,"samples":${scalar(samples)}`;
      return;
    }
    this.text += ',"samples":[';
    for (let start = 0; start < samples.length; start += SAMPLES_AT_ONCE) {
      const end = Math.min(samples.length, start + SAMPLES_AT_ONCE);
      this.text += start > 0 ? ',' : '';
      this.text += sampleText(samples, start, end);
      if (this.text.length >= PIECE) {
        this.flush();
      }
    }
    this.text += ']';
  }

  writeExtra(key, value) {
    this.text += extra(key, value, ',', '');
  }
}

// The reader only looks at scalars beside the fields that it knows, so anything else can stay out.
function extra(key, value, before, after) {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'bigint':
      return `${before}${JSON.stringify(key)}:${scalar(value)}${after}`;
    default:
      return '';
  }
}

function close(text) {
  return text.endsWith(',') ? `${text.slice(0, -1)}}` : `${text}}`;
}

// A value that should be a scalar. Where it isn't one, its kind is kept, so that the error is the same as for text.
function scalar(value) {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'string':
      return JSON.stringify(value);
    case 'bigint':
    case 'boolean':
      return `${value}`;
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? '[]' : '{}';
    default:
      return 'null';
  }
}

function callFrameText(frame) {
  if (!isObject(frame)) {
    return scalar(frame);
  }
  const { functionName, scriptId, url, lineNumber, columnNumber } = frame;
  if (
    typeof functionName === 'string' &&
    typeof scriptId === 'string' &&
    typeof url === 'string' &&
    Number.isInteger(lineNumber) &&
    Number.isInteger(columnNumber)
  ) {
    return (
      `{"functionName":${JSON.stringify(functionName)},"scriptId":${JSON.stringify(scriptId)},` +
      `"url":${JSON.stringify(url)},"lineNumber":${lineNumber},"columnNumber":${columnNumber}}`
    );
  }
  return shallow(frame);
}

function shallow(object) {
  let text = '{';
  for (const key in object) {
    const value = object[key];
    if (value !== undefined) {
      text += `${JSON.stringify(key)}:${scalar(value)},`;
    }
  }
  return close(text);
}

function sampleText(samples, start, end) {
  let text = '';
  for (let index = start; index < end; index++) {
    const sample = samples[index];
    if (index > start) {
      text += ',';
    }
    if (!isObject(sample)) {
      text += scalar(sample);
      continue;
    }
    const { size, nodeId, ordinal } = sample;
    if (typeof size !== 'number' || typeof nodeId !== 'number' || typeof ordinal !== 'number') {
      text += shallow(sample);
      continue;
    }
    text += `{"size":${scalar(size)},"nodeId":${scalar(nodeId)},"ordinal":${scalar(ordinal)}`;
    for (const key in sample) {
      if (key !== 'size' && key !== 'nodeId' && key !== 'ordinal') {
        text += extra(key, sample[key], ',', '');
      }
    }
    text += '}';
  }
  return text;
}

function assertNoCycle(nodes) {
  if (new Set(nodes).size < nodes.length) {
    throw new HeapProfileError(
      'not-a-heap-profile',
      "The object isn't plain JSON data: a node of the tree is its own descendant"
    );
  }
}

// Enough of a foreign object for the reader to tell what it is: `{"snapshot":{"meta":{…`, `{"traceEvents":[…`.
function outline(value, depth) {
  if (typeof value !== 'object' || value === null) {
    return scalar(typeof value === 'string' ? value.slice(0, 200) : value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 || depth === 0 ? '[]' : `[${outline(value[0], depth - 1)}]`;
  }
  if (depth === 0) {
    return '{}';
  }
  const fields = Object.keys(value)
    .slice(0, 40)
    .map((key) => `${JSON.stringify(key)}:${outline(value[key], depth - 1)}`);
  return `{${fields.join(',')}}`;
}
