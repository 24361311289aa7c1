module.exports = require('../dist/webhooks/index.js')
