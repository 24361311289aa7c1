/** The first line of every generated source file. */
export const notice = '// Made by the generator from spec/. Do not edit.\n'
