export default {
  output: 'standalone',
  serverExternalPackages: ['file-type', 'mediabunny', 'probe-image-size'],
  // What is linked lies outside of the project.
  outputFileTracingRoot: '/',
  turbopack: { root: '/' },
}
