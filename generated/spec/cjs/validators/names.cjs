module.exports = require('../../validators/names.js')
