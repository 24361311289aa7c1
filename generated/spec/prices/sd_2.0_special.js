// Made by the generator from spec/. Do not edit.
export const priced = {"model":"sd_2.0_special","standard":true,"prices":[{"lines":[{"credits":5}]}],"places":[{"path":"/**"}],"quantities":[],"defaults":{}}
