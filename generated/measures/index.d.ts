// Made by the generator from spec/. Do not edit.
export { isAt, placeName, stepOf, stepsOf, valuesAt, type Found } from './places.js';
