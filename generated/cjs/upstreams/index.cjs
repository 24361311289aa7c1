module.exports = require('../../upstreams/index.js')
