// Reads one table after the other out of the wasm module, through its scratch columns.

/** The numbers by which the wasm module knows its tables. */
export const Table = Object.freeze({ stacks: 0, frames: 1, funcs: 2, resources: 3, sources: 4, rows: 5 });

export class TableReader {
  /**
   * @param {object} output the Output of the wasm module
   * @param {() => WebAssembly.Memory} memory
   */
  constructor(output, memory) {
    this.output = output;
    this.memory = memory;
  }

  /**
   * @param {number} table
   * @param {number} [thread]
   * @returns {number} how many rows it has
   */
  open(table, thread = 0) {
    return this.output.open(table, thread);
  }

  /** @returns {number} how many rows are in the scratch columns now; 0 at the end */
  next() {
    return this.output.next();
  }

  // Views are made anew for each piece: they die when wasm memory grows, and making one is cheap.

  /**
   * @param {number} column
   * @param {number} count
   */
  ints(column, count) {
    return new Int32Array(this.memory().buffer, this.output.intColumn(column), count);
  }

  /**
   * @param {number} column
   * @param {number} count
   */
  floats(column, count) {
    return new Float64Array(this.memory().buffer, this.output.floatColumn(column), count);
  }
}
