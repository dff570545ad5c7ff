import assert from 'node:assert/strict';
import test from 'node:test';
import { jsonPieces } from '../../pkg/cli/json.js';

test('pieces make the text that JSON.stringify makes', () => {
  const values = [
    {}, [], null, 5, 'x"\n', [[]], [{}], { a: undefined, b: null }, [null, 1, 'ü'],
    { list: Array.from({ length: 20_000 }, (_, index) => (index % 3 ? index : null)), rest: [{ a: [1] }, { a: [] }] },
    { names: Array.from({ length: 9000 }, (_, index) => `name ${index}`) },
  ];
  for (const value of values) {
    const pieces = [...jsonPieces(value)];
    assert.equal(pieces.join(''), JSON.stringify(value));
    assert.ok(pieces.every((piece) => piece.length < 300_000));
  }
});

test('typed arrays are written as arrays', () => {
  const typed = { a: new Int32Array([1, -1]), b: new Float64Array([0.5, 3e9]), c: new Uint8Array(0) };
  assert.equal([...jsonPieces(typed)].join(''), '{"a":[1,-1],"b":[0.5,3000000000],"c":[]}');
});
