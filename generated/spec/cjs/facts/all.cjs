module.exports = require('../../facts/all.js')
