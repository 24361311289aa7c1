// Made by the generator from spec/. Do not edit.
import * as Beta50Pro from "./beta_5.0Pro.js"
import * as Beta50 from "./beta-5.0.js"
import * as Sd25DiscountV1 from "./sd_2.5_discount_v1.js"
import * as Sd25SpecialV1 from "./sd_2.5_special_v1.js"
import * as Sd20FastSpecial from "./sd_2.0_fast_special.js"
import * as Sd20MiniSpecial from "./sd_2.0_mini_special.js"
import * as Sd20Special from "./sd_2.0_special.js"
import * as Sd20Discount from "./sd_2.0_discount.js"
import * as Sd20FastDiscount from "./sd_2.0_fast_discount.js"
import * as Sd20MiniDiscount from "./sd_2.0_mini_discount.js"
import * as Alpha15Pro1080p from "./alpha_1_5_pro_1080p.js"
import * as Alpha15Pro480p from "./alpha_1_5_pro_480p.js"
import * as Alpha15Pro720p from "./alpha_1_5_pro_720p.js"
import * as ZetaH3768p from "./zeta-H3-768p.js"
import * as Videos1000720p from "./videos_10_0_0-720p.js"
import * as Videos900720pC1 from "./videos_900_720p-c1.js"
import * as Gamma10R2v from "./gamma-1.0-r2v.js"
import * as Gamma10I2v from "./gamma-1.0-i2v.js"
import * as Gamma10T2v from "./gamma-1.0-t2v.js"
import * as Gamma11T2v from "./gamma-1.1-t2v.js"
import * as Hh11R2vO from "./hh-1.1-r2v-o.js"
import * as Delta27R2v from "./delta2.7-r2v.js"
import * as Delta30PrimeR2v from "./delta3.0-prime-r2v.js"
import * as Delta30R2v from "./delta3.0-r2v.js"
import * as EpsilonO3 from "./epsilonO3.js"
import * as Alpha15Pro from "./alpha_1_5_pro.js"
import * as Video301010 from "./video_30_10_10.js"
import * as ZetaH39331080p from "./zeta-H3_933_1080p.js"
export const modules = {
  "beta_5.0Pro": Beta50Pro,
  "beta-5.0": Beta50,
  "sd_2.5_discount_v1": Sd25DiscountV1,
  "sd_2.5_special_v1": Sd25SpecialV1,
  "sd_2.0_fast_special": Sd20FastSpecial,
  "sd_2.0_mini_special": Sd20MiniSpecial,
  "sd_2.0_special": Sd20Special,
  "sd_2.0_discount": Sd20Discount,
  "sd_2.0_fast_discount": Sd20FastDiscount,
  "sd_2.0_mini_discount": Sd20MiniDiscount,
  "alpha_1_5_pro_1080p": Alpha15Pro1080p,
  "alpha_1_5_pro_480p": Alpha15Pro480p,
  "alpha_1_5_pro_720p": Alpha15Pro720p,
  "zeta-H3-768p": ZetaH3768p,
  "videos_10_0_0-720p": Videos1000720p,
  "videos_900_720p-c1": Videos900720pC1,
  "gamma-1.0-r2v": Gamma10R2v,
  "gamma-1.0-i2v": Gamma10I2v,
  "gamma-1.0-t2v": Gamma10T2v,
  "gamma-1.1-t2v": Gamma11T2v,
  "hh-1.1-r2v-o": Hh11R2vO,
  "delta2.7-r2v": Delta27R2v,
  "delta3.0-prime-r2v": Delta30PrimeR2v,
  "delta3.0-r2v": Delta30R2v,
  "epsilonO3": EpsilonO3,
  "alpha_1_5_pro": Alpha15Pro,
  "video_30_10_10": Video301010,
  "zeta-H3_933_1080p": ZetaH39331080p,
}
export { displayNames } from "./index.js"
