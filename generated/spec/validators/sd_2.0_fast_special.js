// Made by the generator from spec/. Do not edit.
function validate() {
return [{"rule":"no-reference","path":"/model","params":{}}]
}
export const facts = {"model":"sd_2.0_fast_special","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
