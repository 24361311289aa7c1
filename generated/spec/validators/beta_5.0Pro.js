// Made by the generator from spec/. Do not edit.
function validate() {
return [{"rule":"no-reference","path":"/model","params":{}}]
}
export const facts = {"model":"beta_5.0Pro","kind":"image","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
