module.exports = require('../../validators/index.js')
