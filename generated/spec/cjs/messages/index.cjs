module.exports = require('../../messages/index.js')
