// Colours and columns for people.

const CODES = { bold: [1, 22], dim: [2, 22], yellow: [33, 39] };
const WIDE = /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/gu;

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
 * @returns {Record<'bold' | 'dim' | 'yellow', (text: string) => string>}
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

// Terminals show some letters two columns wide, and marks within the letter before them.
function widthOf(text) {
  return [...text.replace(/\p{M}/gu, '')].length + (text.match(WIDE)?.length ?? 0);
}
