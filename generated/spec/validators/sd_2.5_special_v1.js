// Made by the generator from spec/. Do not edit.
function validate() {
return [{"rule":"no-reference","path":"/model","params":{}}]
}
export const facts = {"model":"sd_2.5_special_v1","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
