module.exports = require('../../measures/places.js')
