module.exports = require('../dist/batch/index.js')
