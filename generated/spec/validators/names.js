// Made by the generator from spec/. Do not edit.
export const displayNames = {
  "gamma 1.0 Reference-to-Video": "gamma-1.0-r2v",
  "gamma 1.0 Image-to-Video": "gamma-1.0-i2v",
  "gamma 1.1 v2 Reference Raw Video": "hh-1.1-r2v-o",
  "delta2.7 Reference Raw Video": "delta2.7-r2v",
  "epsilon O3 Video Generation": "epsilonO3",
  "alpha 1.5_pro": "alpha_1_5_pro",
}
export const renamedModels = {
}
export const openModels = [
  "beta_5.0Pro",
  "sd_2.5_special_v1",
  "sd_2.0_fast_special",
  "sd_2.0_mini_special",
  "sd_2.0_special",
  "sd_2.0_fast_discount",
  "sd_2.0_mini_discount",
  "alpha_1_5_pro_1080p",
  "videos_10_0_0-720p",
]
