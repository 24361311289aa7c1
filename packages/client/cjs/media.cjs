module.exports = require('../dist/media/index.js')
