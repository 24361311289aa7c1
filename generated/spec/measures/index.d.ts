// Made by the generator from spec/. Do not edit.
export { fileParametersOf, mediaParametersOf, type FileParameter } from './file-parameters.js';
export { anyName, commonPart, fieldName, isAt, placeName, stepOf, stepsOf, valuesAt, type Found } from './places.js';
export { holds, type Condition, type ConditionedModel, type Conditions } from './conditions.js';
export { conditionalDefault, defaultsFor, withDefaults, type ConditionalDefault, type DefaultedModel, } from './defaults.js';
export { measure, type Quantity, type QuantitySource } from './quantities.js';
export { numberOf, type Fraction } from './fraction.js';
export { factorsOf, priceRequest, rateName, type CountedFactor, type Factor, type Price, type PricedModel, type PriceLine, type PriceTier, type Quote, type QuotedLine, type Rate, } from './price.js';
export { costOf, priceParameters, type Cost, type CostLine, type ModelPrices } from './cost.js';
export { priceMistakes, type PriceMistake } from './price-check.js';
export { rateTablesOf, ratesOf } from './price-tables.js';
export { membersOf } from './members.js';
export { defaultedModel, priceSubject, type PricedFacts, type PriceSubject } from './price-subject.js';
export { standardLines } from './standard-price.js';
