module.exports = require('../findings.js')
