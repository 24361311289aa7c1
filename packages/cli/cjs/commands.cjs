module.exports = require('../dist/commands.js')
