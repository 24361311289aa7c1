// Made by the generator from spec/. Do not edit.
function validate() {
return [{"rule":"no-reference","path":"/model","params":{}}]
}
export const facts = {"model":"videos_10_0_0-720p","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
