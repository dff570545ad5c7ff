const node = require('heapprofile-importer');
const inline = require('heapprofile-importer/inline');
const { printFacts } = require('./facts.cjs');

printFacts([node, inline], require.resolve('heapprofile-importer/heapprofile_importer_bg.wasm'));
