// Made by the generator from spec/. Do not edit.
export const limits = {
  "first_image": [],
  "last_image": []
}
