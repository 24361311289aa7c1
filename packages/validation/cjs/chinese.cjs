module.exports = require('../dist/chinese.js')
