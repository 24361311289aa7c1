// Made by the generator from spec/. Do not edit.
export const facts = {"model":"videos_10_0_0-720p","section":"Models published in the list","parameters":{},"rules":{}}
