// Which package a function belongs to: a npm package, an origin, an extension, Node's internals, V8, or your own code.

const WEB_HOST = 3;

// These work for whoever called them.
const RUNTIME = new Set(['V8', 'GC', 'Other']);

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {number} category index into the profile's categories
 * @property {boolean} isRuntime whether its bytes can be counted to its callers
 */

/**
 * @param {object} profile
 * @returns {{ groups: Group[], groupOf: Int32Array }} `groupOf` by function
 */
export function groupFunctions(profile) {
  const { funcTable, frameTable } = profile.shared;
  const groups = [];
  const indexes = new Map();
  const groupOf = new Int32Array(funcTable.length);
  for (let frame = 0; frame < frameTable.length; frame++) {
    const func = frameTable.func[frame];
    const category = frameTable.category[frame] ?? 0;
    const name = nameOf(profile, func, category, frameTable.subcategory[frame] ?? 0);
    const key = `${category} ${name}`;
    if (!indexes.has(key)) {
      indexes.set(key, groups.length);
      groups.push({ name, category, isRuntime: isRuntime(profile.meta.categories[category].name) });
    }
    groupOf[func] = indexes.get(key);
  }
  return { groups, groupOf };
}

function isRuntime(category) {
  return RUNTIME.has(category) || category.endsWith('internals');
}

function nameOf({ meta, shared }, func, category, subcategory) {
  const { name, subcategories } = meta.categories[category];
  const resource = shared.funcTable.resource[func];
  const resourceName = resource === -1 ? null : shared.stringArray[shared.resourceTable.name[resource]];
  if (name === 'JavaScript') {
    if (subcategories[subcategory] === 'Eval') {
      return 'Evaluated code';
    }
    return resource !== -1 && shared.resourceTable.type[resource] === WEB_HOST ? resourceName : 'Own code';
  }
  return name === 'Dependency' || name === 'Browser extension' ? (resourceName ?? name) : name;
}
