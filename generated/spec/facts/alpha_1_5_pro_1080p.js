// Made by the generator from spec/. Do not edit.
export const facts = {"model":"alpha_1_5_pro_1080p","section":"Models published in the list","parameters":{},"rules":{}}
