// Made by the generator from spec/. Do not edit.
export { fileParametersOf, mediaParametersOf } from './file-parameters.js';
export { anyName, commonPart, fieldName, isAt, placeName, stepOf, stepsOf, valuesAt } from './places.js';
export { holds } from './conditions.js';
export { conditionalDefault, defaultsFor, withDefaults, } from './defaults.js';
export { measure } from './quantities.js';
export { numberOf } from './fraction.js';
export { factorsOf, priceRequest, rateName, } from './price.js';
export { costOf, priceParameters } from './cost.js';
export { priceMistakes } from './price-check.js';
export { rateTablesOf, ratesOf } from './price-tables.js';
export { membersOf } from './members.js';
export { defaultedModel, priceSubject } from './price-subject.js';
export { standardLines } from './standard-price.js';
