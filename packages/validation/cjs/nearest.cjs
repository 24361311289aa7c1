module.exports = require('../dist/nearest.js')
