module.exports = require('../../upstreams/models.js')
