/** The parts that are used of packages without declarations of their own. */
declare module 'js-yaml' {
  export function dump(value: unknown, options: object): string
}
declare module 'handlebars/runtime.js' {
  import Handlebars from 'handlebars'
  export default Handlebars
}
