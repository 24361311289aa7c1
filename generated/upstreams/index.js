// Made by the generator from spec/. Do not edit.
export const protocols = ["ark","dashscope","fal","minimax","openai-videos","replicate"]
export const loaders = {
  "ark": () => import("./ark.js"),
  "dashscope": () => import("./dashscope.js"),
  "fal": () => import("./fal.js"),
  "minimax": () => import("./minimax.js"),
  "openai-videos": () => import("./openai-videos.js"),
  "replicate": () => import("./replicate.js"),
}
