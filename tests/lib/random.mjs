// Random numbers which are the same in every run and every engine.

/** @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  // Weyl sequence, mixed: short, and good enough for test data.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (limit) => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    chance: (share) => next() / 2 ** 32 < share,
    pick: (list) => list[below(list.length)],
    /** Small numbers are far more common than large ones. */
    skewed: (limit) => Math.floor(limit ** (next() / 2 ** 32)) - 1,
    shuffle(list) {
      for (let index = list.length - 1; index > 0; index--) {
        const other = below(index + 1);
        [list[index], list[other]] = [list[other], list[index]];
      }
      return list;
    },
  };
}
