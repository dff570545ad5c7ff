// The profile's functions as users see them.

export class Functions {
  /** @param {object} info what the worker says about the profile */
  constructor({ functions, categories, groups }) {
    Object.assign(this, functions);
    this.categories = categories;
    this.groups = groups;
  }

  /** @param {number} func */
  nameOf(func) {
    return this.strings[this.name[func]];
  }

  /** A name that tells something of functions without a name, too. @param {number} func */
  labelOf(func) {
    const name = this.nameOf(func);
    return name === '(anonymous)' ? `${name} ${this.shortLocationOf(func)}` : name;
  }

  /** @param {number} func @returns {string} file, line and column, or '' */
  locationOf(func) {
    if (this.file[func] === -1) {
      return '';
    }
    const [line, column] = [this.line[func], this.column[func]];
    return this.strings[this.file[func]] + (line === 0 ? '' : `:${line}`) + (column === 0 ? '' : `:${column}`);
  }

  /** Like `locationOf`, but only the end of the path. @param {number} func */
  shortLocationOf(func) {
    const location = this.locationOf(func);
    const parts = location.split(/[\\/]/);
    const modules = parts.lastIndexOf('node_modules');
    return modules === -1 ? parts.slice(-2).join('/') : parts.slice(modules + 1).join('/');
  }

  /** @param {number} func such as 'V8: Parser' */
  kindOf(func) {
    return this.kinds[this.kind[func]];
  }

  /** @param {number} func */
  categoryOf(func) {
    return this.categories[this.category[func]];
  }

  /** @param {number} func */
  groupOf(func) {
    return this.groups[this.group[func]];
  }

  /**
   * @param {string} query words, which all have to be in the name, the file or the package
   * @returns {Uint8Array | null} 1 for each function that matches, or null if there is nothing to look for
   */
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      return null;
    }
    const matches = new Uint8Array(this.length).fill(1);
    for (const word of words) {
      // Each string once: files and names repeat.
      const inString = Uint8Array.from(this.strings, (text) => (text.toLowerCase().includes(word) ? 1 : 0));
      const inGroup = this.groups.map(({ name }) => name.toLowerCase().includes(word));
      for (let func = 0; func < this.length; func++) {
        const inFile = this.file[func] !== -1 && inString[this.file[func]] === 1;
        if (!inFile && inString[this.name[func]] === 0 && !inGroup[this.group[func]]) {
          matches[func] = 0;
        }
      }
    }
    return matches;
  }
}
