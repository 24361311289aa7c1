module.exports = require('../../measures/units.js')
