module.exports = require('../dist/journal/index.js')
