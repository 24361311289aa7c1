module.exports = require('../../media/index.js')
