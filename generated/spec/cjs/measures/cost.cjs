module.exports = require('../../measures/cost.js')
