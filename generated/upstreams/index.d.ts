// Made by the generator from spec/. Do not edit.
import type { Mapping } from './interpreter/index.js'

/** The upstream protocols that have a mapping. */
export type Protocol = "ark" | "azure" | "bedrock" | "dashscope" | "fal" | "firefly" | "flux" | "higgsfield" | "hunyuan" | "kling" | "leonardo" | "luma" | "minimax" | "openai-videos" | "openrouter" | "replicate" | "runway" | "stability" | "together" | "veo" | "vertex" | "vidu" | "wavespeed" | "xai"

/** All protocols, in the order of their names. */
export declare const protocols: readonly Protocol[]

/** Loads the mapping of one protocol. */
export declare const loaders: { readonly [protocol in Protocol]: () => Promise<{ mapping: Mapping }> }
