module.exports = require('../dist/all.js')
