module.exports = require('../catalogue.js')
