module.exports = require('../../measures/shape.js')
