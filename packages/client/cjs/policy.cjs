module.exports = require('../dist/policy/index.js')
