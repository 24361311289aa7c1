export { isAt, placeName, stepOf, stepsOf, valuesAt, type Found } from './places.js'
