module.exports = require('../dist/media.js')
