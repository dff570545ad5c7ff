// Colours and columns for people.

const CODES = { bold: [1, 22], dim: [2, 22], green: [32, 39], yellow: [33, 39] };

/**
 * @param {{ isTTY?: boolean }} stream
 * @param {Record<string, string | undefined>} [env]
 * @returns {boolean} whether to write colours to it: see no-color.org and force-color.org
 */
export function hasColors(stream, env = process.env) {
  if (env.NO_COLOR) {
    return false;
  }
  if (env.FORCE_COLOR !== undefined) {
    return !['0', 'false'].includes(env.FORCE_COLOR);
  }
  return Boolean(stream.isTTY) && env.TERM !== 'dumb';
}

/**
 * @param {boolean} isColored
 * @returns {Record<'bold' | 'dim' | 'green' | 'yellow', (text: string) => string>}
 */
export function styles(isColored) {
  const wrap = ([on, off]) => (text) => (isColored && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text);
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, wrap(codes)]));
}

/**
 * @param {string} text from a file: it must not be able to control the terminal
 * @returns {string}
 */
export function printable(text) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/**
 * Aligns a table.
 *
 * @param {string[][]} rows of equal length
 * @param {{ isRight?: boolean, style?: (text: string) => string }[]} columns
 * @returns {string[]} lines
 */
export function alignTable(rows, columns) {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const { isRight, style = (text) => text } = columns[column];
        const space = ' '.repeat(widths[column] - widthOf(cell));
        return isRight ? space + style(cell) : style(cell) + (column < row.length - 1 ? space : '');
      })
      .join('  ')
      .trimEnd()
  );
}

function widthOf(text) {
  return [...text].length;
}
