// Made by the generator from spec/. Do not edit.
export const facts = {"model":"sd_2.5_special_v1","section":"Models published in the list","parameters":{},"rules":{}}
