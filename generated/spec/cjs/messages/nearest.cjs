module.exports = require('../../messages/nearest.js')
