// @ts-ignore: before TypeScript 5.8 it does not know that Node can require() an ES module.
export * from '../dist/page/index.js'
