module.exports = require('../../messages/zh.js')
