// Made by the generator from spec/. Do not edit.
export const protocols = ["ark","dashscope","fal","flux","higgsfield","kling","leonardo","luma","minimax","openai-videos","openrouter","replicate","runway","stability","together","veo","vertex","vidu","wavespeed","xai"]
export const loaders = {
  "ark": () => import("./ark.js"),
  "dashscope": () => import("./dashscope.js"),
  "fal": () => import("./fal.js"),
  "flux": () => import("./flux.js"),
  "higgsfield": () => import("./higgsfield.js"),
  "kling": () => import("./kling.js"),
  "leonardo": () => import("./leonardo.js"),
  "luma": () => import("./luma.js"),
  "minimax": () => import("./minimax.js"),
  "openai-videos": () => import("./openai-videos.js"),
  "openrouter": () => import("./openrouter.js"),
  "replicate": () => import("./replicate.js"),
  "runway": () => import("./runway.js"),
  "stability": () => import("./stability.js"),
  "together": () => import("./together.js"),
  "veo": () => import("./veo.js"),
  "vertex": () => import("./vertex.js"),
  "vidu": () => import("./vidu.js"),
  "wavespeed": () => import("./wavespeed.js"),
  "xai": () => import("./xai.js"),
}
