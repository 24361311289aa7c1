module.exports = require('../../measures/parameter-places.js')
