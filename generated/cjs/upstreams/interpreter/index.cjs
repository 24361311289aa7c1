module.exports = require('../../../upstreams/interpreter/index.js')
