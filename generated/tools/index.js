// Made by the generator from spec/. Do not edit.
const models = {"generate_beta-5_0":"beta-5.0","generate_sd_2_5_discount_v1":"sd_2.5_discount_v1","generate_sd_2_0_discount":"sd_2.0_discount","generate_alpha_1_5_pro_480p":"alpha_1_5_pro_480p","generate_alpha_1_5_pro_720p":"alpha_1_5_pro_720p","generate_zeta-H3-768p":"zeta-H3-768p","generate_videos_900_720p-c1":"videos_900_720p-c1","generate_gamma-1_0-r2v":"gamma-1.0-r2v","generate_gamma-1_0-i2v":"gamma-1.0-i2v","generate_gamma-1_0-t2v":"gamma-1.0-t2v","generate_gamma-1_1-t2v":"gamma-1.1-t2v","generate_hh-1_1-r2v-o":"hh-1.1-r2v-o","generate_delta2_7-r2v":"delta2.7-r2v","generate_delta3_0-prime-r2v":"delta3.0-prime-r2v","generate_delta3_0-r2v":"delta3.0-r2v","generate_epsilonO3":"epsilonO3","generate_alpha_1_5_pro":"alpha_1_5_pro","generate_video_30_10_10":"video_30_10_10"}
const nulls = {}

/** Where the model takes null, it is sent. Elsewhere it stands for what was left out, where a vendor demands every parameter. */
const given = (value, places = {}) => {
  if (Array.isArray(value)) return value.map((item) => given(item, places['*']))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inside = Object.hasOwn(places, name) ? places[name] : places['*']
      return member === null && !inside?.[''] ? [] : [[name, given(member, inside)]]
    }),
  )
}
const nullsOf = (model) => (Object.hasOwn(nulls, model) ? nulls[model] : undefined)

export const requestOf = (name, input) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  if (name === 'generate') return given(input, nullsOf(input.model))
  const model = Object.hasOwn(models, name) ? models[name] : undefined
  return model === undefined ? undefined : { model, ...given(input, nullsOf(model)) }
}
