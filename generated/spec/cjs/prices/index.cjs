module.exports = require('../../prices/index.js')
