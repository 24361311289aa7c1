// Made by the generator from spec/. Do not edit.
export const priced = {"model":"sd_2.5_special_v1","standard":true,"prices":[{"lines":[{"credits":5}]}],"places":[{"path":"/**"}],"quantities":[],"defaults":{}}
