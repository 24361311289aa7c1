module.exports = require('../dist/count.js')
