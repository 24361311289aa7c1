// Made by the generator from spec/. Do not edit.
export const priced = {"model":"beta_5.0Pro","standard":true,"prices":[{"lines":[{"credits":1}]}],"places":[{"path":"/**"}],"quantities":[],"defaults":{}}
