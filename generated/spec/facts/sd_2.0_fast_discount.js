// Made by the generator from spec/. Do not edit.
export const facts = {"model":"sd_2.0_fast_discount","section":"Models published in the list","parameters":{},"rules":{}}
