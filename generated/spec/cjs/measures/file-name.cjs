module.exports = require('../../measures/file-name.js')
