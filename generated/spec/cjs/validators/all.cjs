module.exports = require('../../validators/all.js')
