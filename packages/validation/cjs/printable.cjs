module.exports = require('../dist/printable.js')
