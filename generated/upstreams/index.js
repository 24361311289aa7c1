// Made by the generator from spec/. Do not edit.
export const protocols = ["ark","dashscope","fal","flux","higgsfield","leonardo","luma","minimax","openai-videos","replicate","runway","together","veo","vertex","wavespeed","xai"]
export const loaders = {
  "ark": () => import("./ark.js"),
  "dashscope": () => import("./dashscope.js"),
  "fal": () => import("./fal.js"),
  "flux": () => import("./flux.js"),
  "higgsfield": () => import("./higgsfield.js"),
  "leonardo": () => import("./leonardo.js"),
  "luma": () => import("./luma.js"),
  "minimax": () => import("./minimax.js"),
  "openai-videos": () => import("./openai-videos.js"),
  "replicate": () => import("./replicate.js"),
  "runway": () => import("./runway.js"),
  "together": () => import("./together.js"),
  "veo": () => import("./veo.js"),
  "vertex": () => import("./vertex.js"),
  "wavespeed": () => import("./wavespeed.js"),
  "xai": () => import("./xai.js"),
}
