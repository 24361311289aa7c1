module.exports = require('../dist/page/index.js')
