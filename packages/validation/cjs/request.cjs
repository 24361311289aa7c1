module.exports = require('../dist/request.js')
