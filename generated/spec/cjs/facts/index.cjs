module.exports = require('../../facts/index.js')
