// A typed array that grows.

/** @template {Int32Array | Uint32Array | Float64Array} T */
export class Growing {
  /** @param {new (length: number) => T} type */
  constructor(type, capacity = 1024) {
    this.type = type;
    this.data = new type(capacity);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.data.length) {
      const larger = new this.type(this.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length] = value;
    this.length += 1;
  }

  /** @returns {T} */
  finish() {
    return this.data.slice(0, this.length);
  }
}
