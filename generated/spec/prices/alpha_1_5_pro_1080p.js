// Made by the generator from spec/. Do not edit.
export const priced = {"model":"alpha_1_5_pro_1080p","standard":true,"prices":[{"lines":[{"credits":5}]}],"places":[{"path":"/**"}],"quantities":[],"defaults":{}}
