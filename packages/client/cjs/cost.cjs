module.exports = require('../dist/cost/index.js')
