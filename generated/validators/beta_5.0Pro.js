// Made by the generator from spec/. Do not edit.
function validate() {
return [{ rule: "no-reference", path: "/model", params: {} }]
}
export const facts = {"model":"beta_5.0Pro","section":"Models published in the list","kind":"image","available":true,"reference":false,"assetLibrary":false,"parameters":[],"defaults":{},"rules":{}}
export { validate, validate as default }
