module.exports = require('../../messages/en.js')
