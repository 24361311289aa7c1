module.exports = require('../../measures/conditions.js')
