// Made by the generator from spec/. Do not edit.
export const priced = {"model":"videos_10_0_0-720p","standard":true,"prices":[{"lines":[{"credits":5}]}],"places":[{"path":"/**"}],"quantities":[],"defaults":{}}
