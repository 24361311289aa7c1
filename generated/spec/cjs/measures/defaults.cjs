module.exports = require('../../measures/defaults.js')
