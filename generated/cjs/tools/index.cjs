module.exports = require('../../tools/index.js')
