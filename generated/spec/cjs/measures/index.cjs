module.exports = require('../../measures/index.js')
