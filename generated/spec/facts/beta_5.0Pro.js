// Made by the generator from spec/. Do not edit.
export const facts = {"model":"beta_5.0Pro","section":"Models published in the list","parameters":{},"rules":{}}
