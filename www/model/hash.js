// A hash table from pairs of whole numbers to whole numbers, in typed arrays: a Map with text keys would take most of
// the time and memory that a large call tree needs.

const EMPTY = -1;

export class PairMap {
  /** @param {number} expected how many pairs to make room for */
  constructor(expected = 1024) {
    this.size = 0;
    this.allocate(2 ** Math.ceil(Math.log2(Math.max(16, expected * 2))));
  }

  allocate(capacity) {
    this.mask = capacity - 1;
    this.first = new Int32Array(capacity);
    this.second = new Int32Array(capacity);
    this.values = new Int32Array(capacity).fill(EMPTY);
  }

  slot(a, b) {
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.mask;
    while (this.values[slot] !== EMPTY && (this.first[slot] !== a || this.second[slot] !== b)) {
      slot = (slot + 1) & this.mask;
    }
    return slot;
  }

  /**
   * @param {number} a
   * @param {number} b
   * @param {number} value stored if the pair is new; not negative
   * @returns {number} what is stored for the pair
   */
  getOrAdd(a, b, value) {
    const slot = this.slot(a, b);
    if (this.values[slot] !== EMPTY) {
      return this.values[slot];
    }
    this.first[slot] = a;
    this.second[slot] = b;
    this.values[slot] = value;
    this.size += 1;
    if (this.size * 2 > this.mask) {
      this.grow();
    }
    return value;
  }

  grow() {
    const { first, second, values } = this;
    this.allocate(values.length * 2);
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== EMPTY) {
        const slot = this.slot(first[i], second[i]);
        this.first[slot] = first[i];
        this.second[slot] = second[i];
        this.values[slot] = values[i];
      }
    }
  }
}
